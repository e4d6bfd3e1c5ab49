// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.cli;

import org.apache.karaf.shell.api.action.Argument;
import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.apache.karaf.shell.support.table.ShellTable;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.CloudmacState;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.flows.Flow;

/** The command {@code cloudmac:flows}. */
@Service
@Command(scope = "cloudmac", name = "flows",
    description = "Shows the flow rules of the switches and whether they are installed")
public final class FlowsCommand extends TableCommand {
    @Argument(name = "switch", description = "Shows only the rules of this switch, for example openflow:1",
        required = false)
    private String node;

    /** Creates the command. */
    public FlowsCommand() {
        super("There are no flow rules", "Switch", "Priority", "Match", "Actions", "State", "Packets", "Problem");
    }

    @Override
    void fill(final ShellTable table, final CloudmacState state) {
        for (final Flow flow : Cells.sorted(state.nonnullFlows().nonnullFlow().values(), FlowsCommand::order)) {
            if (node == null || node.equals(flow.requireSwitch().getValue())) {
                table.addRow().addContent(flow.requireSwitch().getValue(), Cells.of(flow.getPriority()),
                    Cells.of(flow.getMatch()), Cells.of(flow.getActions()), Cells.of(flow.getState()),
                    Cells.of(flow.getPackets()), Cells.of(flow.getProblem()));
            }
        }
    }

    /** Returns the sort key of a rule: by switch, then by falling priority. */
    private static String order(final Flow flow) {
        return flow.requireSwitch().getValue() + " "
            + (char) (Character.MAX_VALUE - flow.requirePriority().toJava()) + flow.requireId();
    }
}
