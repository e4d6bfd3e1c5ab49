// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.config;

import io.cloudmac.impl.wire.Mac;
import java.util.Set;

/** The virtual stations that the controller has discovered. */
@FunctionalInterface
public interface KnownVirtualStations {
    /** Returns the addresses of all virtual stations that a WTP serves, also before a restart; never blocks. */
    Set<Mac> knownVirtualStations();
}
