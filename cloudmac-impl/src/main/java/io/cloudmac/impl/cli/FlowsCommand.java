// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.cli;

import org.apache.karaf.shell.api.action.Argument;
import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.apache.karaf.shell.support.table.ShellTable;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.CloudmacState;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.flows.Flow;

/** Shows the flows. */
@Service
@Command(scope = "cloudmac", name = "flows", description = "Shows the rules that are wanted in the switches")
public final class FlowsCommand extends TableCommand {
    @Argument(name = "switch", description = "Only those of this switch: openflow:1", required = false)
    private String node;

    /** Creates the command. */
    public FlowsCommand() {
        super("No rule is wanted", "Switch", "Priority", "Match", "Actions", "State", "Packets");
    }

    @Override
    void fill(final ShellTable table, final CloudmacState state) {
        for (final Flow flow : Cells.sorted(state.nonnullFlows().nonnullFlow().values(), FlowsCommand::order)) {
            if (node == null || node.equals(flow.requireSwitch().getValue())) {
                table.addRow().addContent(flow.requireSwitch().getValue(), Cells.of(flow.getPriority()),
                    Cells.of(flow.getMatch()), Cells.of(flow.getActions()), Cells.of(flow.getState()),
                    Cells.of(flow.getPackets()));
            }
        }
    }

    /** By switch, and in it as the switch looks them up. */
    private static String order(final Flow flow) {
        return flow.requireSwitch().getValue() + " "
            + (char) (Character.MAX_VALUE - flow.requirePriority().toJava()) + flow.requireId();
    }
}
