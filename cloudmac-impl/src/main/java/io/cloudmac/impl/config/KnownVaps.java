// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.config;

import io.cloudmac.impl.wire.Mac;
import java.util.Set;

/** The VAPs that the controller has discovered. */
@FunctionalInterface
public interface KnownVaps {
    /** Returns the BSSIDs of all beacons received, including those before a restart; never blocks. */
    Set<Mac> knownVaps();
}
