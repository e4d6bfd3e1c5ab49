// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.topology;

import java.util.List;
import java.util.Optional;

/** The ports of the switches, for checks on every member of a cluster. */
public interface KnownPorts {
    /** Returns both ends of every current link between switches, sorted by id. */
    List<InterSwitchPorts.Port> interSwitchPorts();

    /** Returns the port of a connected switch with this node-connector id. */
    Optional<InterSwitchPorts.Port> port(String id);
}
