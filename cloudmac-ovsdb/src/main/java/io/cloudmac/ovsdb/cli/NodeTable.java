// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.ovsdb.cli;

import java.util.Arrays;
import org.opendaylight.yang.gen.v1.urn.cloudmac.ovsdb.rev261121.ProgrammingState;
import org.opendaylight.yang.gen.v1.urn.cloudmac.ovsdb.rev261121.ovsdb.state.Switch;
import org.opendaylight.yang.gen.v1.urn.cloudmac.ovsdb.rev261121.ovsdb.state.Switch.Initiator;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.OvsdbNodeAugmentation;

/** Lists the switches. */
final class NodeTable {
    private NodeTable() {
    }

    /** Builds the table of all switches. */
    static TextTable of(final Switches switches) {
        final TextTable rows = TextTable.of("Node", "Connected", "Since", "Remote", "Owner", "Version", "Bridges",
            "Ports", "Failed", "Pending");
        for (final String id : switches.ids()) {
            final Switch state = switches.states().get(id);
            final OvsdbNodeAugmentation node = switches.node(id).orElse(null);
            rows.rows().add(Arrays.asList(id, node != null, Text.get(Text.get(state, Switch::getSince),
                    time -> time.getValue()), node == null ? whyNot(state) : remote(node),
                Text.get(state, Switch::getOwner), Text.get(node, OvsdbNodeAugmentation::getOvsVersion),
                node == null ? null : switches.bridgesOf(id).size(),
                node == null ? null : switches.bridgesOf(id).stream()
                    .mapToInt(bridge -> bridge.nonnullTerminationPoint().size()).sum(),
                count(state, ProgrammingState.Failed), count(state, ProgrammingState.Pending)));
        }
        return rows;
    }

    /** Returns the address of a connected switch. */
    static String remote(final OvsdbNodeAugmentation node) {
        return Text.get(node.getConnectionInfo(), info -> Text.address(info.getRemoteIp(), info.getRemotePort()));
    }

    /** Returns the reason why a switch is not connected. */
    static String whyNot(final Switch state) {
        if (state == null || state.getInitiator() != Initiator.Controller) {
            return "the switch has not connected";
        }
        return (state.getConnectError() == null ? "connecting" : state.getConnectError())
            + (state.getConnectAttempts() == null ? "" : "; attempts: " + state.getConnectAttempts())
            + (state.getNextConnect() == null ? "" : "; next at " + state.getNextConnect().getValue());
    }

    private static long count(final Switch state, final ProgrammingState wanted) {
        return state == null ? 0 : state.nonnullEntry().values().stream()
            .filter(entry -> entry.getProgramming() != null && entry.getProgramming().getState() == wanted).count();
    }
}
