// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.cli;

import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.apache.karaf.shell.support.table.ShellTable;
import org.opendaylight.mdsal.common.api.LogicalDatastoreType;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.NfvState;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.nfv.state.Lvnf;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.nfv.state.lvnf.Migration;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.nfv.state.lvnf.Port;
import org.opendaylight.yangtools.yang.binding.InstanceIdentifier;

/** The command {@code cloudmac:lvnfs}. */
@Service
@Command(scope = "cloudmac", name = "lvnfs", description = "Shows the LVNFs, their packet nodes, ports and handlers")
public final class LvnfsCommand extends DataTableCommand<NfvState> {
    /** Creates the command. */
    public LvnfsCommand() {
        super(LogicalDatastoreType.OPERATIONAL, InstanceIdentifier.create(NfvState.class), "No LVNF is configured",
            "Tenant", "LVNF", "Node", "Status", "Mode", "Ports", "Handlers",
            "Migration", "Problem");
    }

    @Override
    void fill(final ShellTable table, final NfvState state) {
        for (final Lvnf lvnf : Cells.sorted(state.nonnullLvnf().values(),
                each -> each.requireTenant().getValue() + "_" + each.requireName().getValue())) {
            table.addRow().addContent(lvnf.requireTenant().getValue(), lvnf.requireName().getValue(),
                Cells.of(lvnf.getPacketNode(), node -> node.getValue()), Cells.of(lvnf.getStatus()),
                Cells.of(lvnf.getMode()), Cells.list(lvnf.nonnullPort().values(), LvnfsCommand::port),
                Cells.list(lvnf.nonnullHandler().values(), handler -> handler.getName()),
                Cells.of(lvnf.getMigration(), LvnfsCommand::migration), Cells.of(lvnf.getProblem()));
        }
    }

    private static String migration(final Migration migration) {
        final StringBuilder text = new StringBuilder(80).append(migration.getFrom().getValue()).append(" to ")
            .append(migration.getTo().getValue()).append(": ").append(migration.getState().getName());
        if (migration.getHoldTime() != null) {
            text.append(", held ").append(migration.getHoldTime()).append(" ms");
        }
        if (migration.getLateFrames() != null) {
            text.append(", late ").append(migration.getLateFrames());
        }
        if (migration.getLostFrames() != null) {
            text.append(", lost ").append(migration.getLostFrames());
        }
        if (migration.getProblem() != null) {
            text.append(" (").append(migration.getProblem()).append(')');
        }
        return text.toString();
    }

    private static String port(final Port port) {
        return port.getPort() + ": " + port.getInterface()
            + (port.getOpenflowPort() == null ? "" : " (OpenFlow " + port.getOpenflowPort() + ")");
    }
}
