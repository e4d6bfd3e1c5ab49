// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.cli;

import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.apache.karaf.shell.support.table.ShellTable;
import org.opendaylight.mdsal.common.api.LogicalDatastoreType;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.NfvState;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.nfv.state.PacketNode;
import org.opendaylight.yangtools.yang.binding.InstanceIdentifier;

/** The command {@code cloudmac:packet-nodes}. */
@Service
@Command(scope = "cloudmac", name = "packet-nodes", description = "Shows the packet nodes and their sessions")
public final class PacketNodesCommand extends DataTableCommand<NfvState> {
    /** Creates the command. */
    public PacketNodesCommand() {
        super(LogicalDatastoreType.OPERATIONAL, InstanceIdentifier.create(NfvState.class),
            "No packet node is configured and enabled", "Node", "Session", "Version", "Bridge", "LVNFs", "Problem");
    }

    @Override
    void fill(final ShellTable table, final NfvState state) {
        for (final PacketNode node : Cells.sorted(state.nonnullPacketNode().values(),
                each -> each.requireName().getValue())) {
            table.addRow().addContent(node.requireName().getValue(), Cells.of(node.getSession()),
                Cells.of(node.getVersion()), Cells.of(node.getBridge()),
                node.getLvnfs() == null ? "" : node.getLvnfs() + " of " + node.getMaximumLvnfs(),
                Cells.of(node.getReason()));
        }
    }
}
