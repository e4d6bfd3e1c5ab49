// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.ovsdb.southbound;

import java.util.Map;
import org.opendaylight.yang.gen.v1.urn.cloudmac.ovsdb.rev261121.ovsdb.state.Switch;
import org.opendaylight.yang.gen.v1.urn.tbd.params.xml.ns.yang.network.topology.rev131021.NodeId;
import org.opendaylight.yang.gen.v1.urn.tbd.params.xml.ns.yang.network.topology.rev131021.network.topology.topology.Node;

/**
 * The published state of one switch.
 *
 * @param nodes node of the switch and of each bridge by id; empty if it is not connected
 * @param state its entry in ovsdb-state, or null if it is neither connected nor configured
 */
record SwitchView(Map<NodeId, Node> nodes, Switch state) {
    /** Publishes nothing. */
    static final SwitchView NONE = new SwitchView(Map.of(), null);
}
