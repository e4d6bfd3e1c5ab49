// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.config;

import io.cloudmac.impl.wire.Mac;
import java.util.Set;

/** Knows virtual stations that the controller has discovered. There are two: one of them survives a restart. */
@FunctionalInterface
public interface KnownVirtualStations {
    /** Returns the addresses of virtual stations that send hellos, or that a WTP served last. Never blocks. */
    Set<Mac> knownVirtualStations();
}
