// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.cli;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.karaf.shell.api.action.Argument;
import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.Completion;
import org.apache.karaf.shell.api.action.Option;
import org.apache.karaf.shell.api.action.lifecycle.Reference;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.apache.karaf.shell.support.completers.StringsCompleter;
import org.apache.karaf.shell.support.table.ShellTable;
import org.opendaylight.mdsal.binding.api.RpcConsumerRegistry;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.ApplyQos;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.ApplyQosInputBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.CloudmacState;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.qos.Port;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.QosType;

/** The command {@code cloudmac:qos}. */
@Service
@Command(scope = "cloudmac", name = "qos",
    description = "Shows the QoS state of the switch ports; if a strategy is given, first applies it "
        + "with default parameters to all links between switches")
public final class QosCommand extends TableCommand {
    @Reference
    private RpcConsumerRegistry rpcs;

    @Argument(index = 0, name = "strategy", required = false,
        description = "none, fifo, htb, hfsc, sfq, codel, fq-codel; cloudmac, prio, cake, pie and fq-pie need an "
            + "Open vSwitch with the CloudMAC patches")
    @Completion(value = StringsCompleter.class, values = {"none", "fifo", "cloudmac", "htb", "hfsc", "prio", "cake",
        "sfq", "codel", "fq-codel", "pie", "fq-pie"})
    private String strategy;

    @Option(name = "-p", aliases = "--policy", description = "The name of the policy")
    private String policy = "default";

    @Option(name = "-r", aliases = "--link-rate",
        description = "The rate of the links in bit/s, for example 100M or 1.5G; the default is the speed of the "
            + "ports")
    private String linkRate;

    /** Creates the command. */
    public QosCommand() {
        super("No policy is applied to any port", "Port", "Name", "Policy", "Wanted", "State", "Has", "Options",
            "Queues", "Problem");
    }

    @Override
    public Object execute() {
        if (strategy != null) {
            final QosType type = QosType.forName(strategy);
            if (type == null) {
                throw new IllegalArgumentException("unknown strategy " + strategy + "; known strategies: "
                    + Arrays.stream(QosType.values()).map(QosType::getName).collect(Collectors.joining(", ")));
            }
            RpcCall.await(rpcs.getRpc(ApplyQos.class).invoke(new ApplyQosInputBuilder().setPolicy(policy).setType(type)
                .setLinkRate(linkRate == null ? null : RateText.of(linkRate)).build()));
        }
        return super.execute();
    }

    @Override
    void fill(final ShellTable table, final CloudmacState state) {
        for (final Port port : Cells.sorted(state.nonnullQos().nonnullPort().values(),
                each -> each.requirePort().getValue())) {
            final Map<String, String> options = new HashMap<>();
            port.nonnullOption().values().forEach(each -> options.put(each.getName(), each.getValue()));
            table.addRow().addContent(port.requirePort().getValue(), Cells.of(port.getName()),
                Cells.of(port.getPolicy()), Cells.of(port.getWanted()), Cells.of(port.getState()),
                Cells.of(port.getType()), Cells.options(options), queues(port), Cells.of(port.getError()));
        }
    }

    private static String queues(final Port port) {
        return port.nonnullQueue().values().stream().map(queue -> {
            final Map<String, String> options = new HashMap<>();
            queue.nonnullOption().values().forEach(each -> options.put(each.getName(), each.getValue()));
            return queue.getQueue().getValue() + ": " + Cells.options(options);
        }).sorted().collect(Collectors.joining("; "));
    }
}
