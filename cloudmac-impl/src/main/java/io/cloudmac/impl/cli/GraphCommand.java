// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.cli;

import java.time.Duration;
import org.apache.karaf.shell.api.action.Action;
import org.apache.karaf.shell.api.action.Argument;
import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.Completion;
import org.apache.karaf.shell.api.action.Option;
import org.apache.karaf.shell.api.action.lifecycle.Reference;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.apache.karaf.shell.support.completers.StringsCompleter;
import org.apache.karaf.shell.support.table.ShellTable;
import org.opendaylight.mdsal.binding.api.RpcConsumerRegistry;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.HeardSignal;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.ReadLqm;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.ReadLqmInputBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.ReadLqmOutput;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.ReadNcqm;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.ReadNcqmInputBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.ReadNcqmOutput;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.ReadUcqm;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.ReadUcqmInputBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.ReadUcqmOutput;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.read.lqm.output.Link;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.UnicastMac;

/** The command {@code cloudmac:graph}. */
@Service
@Command(scope = "cloudmac", name = "graph",
    description = "Measures for a second how WTPs hear stations or each other, or reads the counters of links")
public final class GraphCommand implements Action {
    static final String STATIONS = "stations";
    static final String NEIGHBOURS = "neighbours";
    static final String LINKS = "links";

    private static final Duration LIMIT = Duration.ofSeconds(30);

    @Reference
    private RpcConsumerRegistry rpcs;

    @Option(name = "--no-format", description = "Prints values separated by tabs, without a header, for scripts")
    private boolean unformatted;

    @Argument(index = 0, name = "map", description = "stations, neighbours or links", required = true)
    @Completion(value = StringsCompleter.class, values = {STATIONS, NEIGHBOURS, LINKS})
    private String map;

    @Override
    @SuppressWarnings("checkstyle:RegexpSinglelineJava")
    public Object execute() {
        final ShellTable table = switch (map) {
            case STATIONS -> table(RpcCall.await(rpcs.getRpc(ReadUcqm.class)
                .invoke(new ReadUcqmInputBuilder().build()), LIMIT));
            case NEIGHBOURS -> table(RpcCall.await(rpcs.getRpc(ReadNcqm.class)
                .invoke(new ReadNcqmInputBuilder().build()), LIMIT));
            case LINKS -> table(RpcCall.await(rpcs.getRpc(ReadLqm.class)
                .invoke(new ReadLqmInputBuilder().build()), LIMIT));
            default -> throw new IllegalArgumentException("the map is " + map + ", not " + STATIONS + ", " + NEIGHBOURS
                + " or " + LINKS);
        };
        table.print(System.out, !unformatted);
        return null;
    }

    private static ShellTable newTable(final String whenEmpty, final String... columns) {
        final ShellTable table = new ShellTable().emptyTableText(whenEmpty);
        for (final String column : columns) {
            table.column(column);
        }
        return table;
    }

    static ShellTable table(final ReadUcqmOutput output) {
        final ShellTable table = newTable("No WTP hears a station", "Station", "WTP", "Radio", "Average dBm",
            "Last dBm", "Frames", "Age ms");
        Cells.sorted(output.nonnullSignal().values(), each -> each.getStation().getValue() + place(each))
            .forEach(each -> table.addRow().addContent(each.getStation().getValue(), each.getWtp().getValue(),
                each.getRadio(), each.getAverage(), each.getLast(), each.getFrames(), each.getAge()));
        return table;
    }

    /** Returns the table of neighbours. A radio that cannot send has a row with the reason. */
    static ShellTable table(final ReadNcqmOutput output) {
        final ShellTable table = newTable("No WTP hears another one", "Sender", "Radio", "MHz", "WTP", "Radio",
            "Average dBm", "Last dBm", "Frames", "Problem");
        Cells.sorted(output.nonnullSignal().values(), each -> each.getNeighbour().getValue() + place(each))
            .forEach(each -> table.addRow().addContent(each.getNeighbour().getValue(), each.getNeighbourRadio(),
                each.getFrequency(), each.getWtp().getValue(), each.getRadio(), each.getAverage(), each.getLast(),
                each.getFrames(), ""));
        Cells.sorted(output.nonnullSilent().values(), each -> each.getWtp().getValue() + each.getRadio())
            .forEach(each -> table.addRow().addContent(each.getWtp().getValue(), each.getRadio(), "", "", "", "", "",
                "", each.getReason()));
        return table;
    }

    static ShellTable table(final ReadLqmOutput output) {
        final ShellTable table = newTable("There is no link", "Port", "Kind", "Behind it", "Packets in", "Octets in",
            "Packets out", "Octets out", "Dropped in", "Dropped out");
        Cells.sorted(output.nonnullLink().values(), each -> each.getPort().getValue())
            .forEach(each -> table.addRow().addContent(each.getPort().getValue(), each.getKind().getName(),
                behind(each), Cells.of(each.getPacketsIn()), Cells.of(each.getOctetsIn()),
                Cells.of(each.getPacketsOut()), Cells.of(each.getOctetsOut()), Cells.of(each.getDroppedIn()),
                Cells.of(each.getDroppedOut())));
        return table;
    }

    private static String place(final HeardSignal signal) {
        return signal.getWtp().getValue() + signal.getRadio();
    }

    private static String behind(final Link link) {
        return link.getPeer() != null ? link.getPeer().getValue() : link.getAddr() == null ? ""
            : Cells.list(link.getAddr(), UnicastMac::getValue);
    }
}
