// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.config;

import io.cloudmac.impl.wire.Mac;
import java.util.Set;

/** The VAPs that exist without being configured. */
@FunctionalInterface
public interface KnownVaps {
    /** Those whose beacons were heard, before a restart included; never blocks. */
    Set<Mac> knownVaps();
}
