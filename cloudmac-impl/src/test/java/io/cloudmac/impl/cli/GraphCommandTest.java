// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.apache.karaf.shell.support.table.ShellTable;
import org.junit.jupiter.api.Test;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.ReadLqmOutputBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.ReadNcqmOutputBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.ReadUcqmOutputBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.read.lqm.output.Link;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.read.lqm.output.LinkBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.read.ncqm.output.SignalBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.read.ncqm.output.SilentBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.SwitchPort;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.UnicastMac;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.WtpId;
import org.opendaylight.yangtools.yang.binding.util.BindingMap;
import org.opendaylight.yangtools.yang.common.Decimal64;
import org.opendaylight.yangtools.yang.common.Uint16;
import org.opendaylight.yangtools.yang.common.Uint32;
import org.opendaylight.yangtools.yang.common.Uint64;
import org.opendaylight.yangtools.yang.common.Uint8;

/** The tables of the command {@code cloudmac:graph}. */
class GraphCommandTest {
    private static final WtpId ONE = new WtpId(new UnicastMac("02:00:00:00:01:01"));
    private static final WtpId TWO = new WtpId(new UnicastMac("02:00:00:00:01:02"));

    private static String lines(final ShellTable table) {
        final ByteArrayOutputStream out = new ByteArrayOutputStream();
        table.print(new PrintStream(out, true, StandardCharsets.UTF_8), false);
        return out.toString(StandardCharsets.UTF_8).lines().map(line -> line.replaceAll(" *\t", "|"))
            .map(line -> line.replaceAll("\\|+$", "")).reduce("", (all, line) -> all + line + "\n");
    }

    @Test
    void stationsAreShown() {
        assertEquals("", lines(GraphCommand.table(new ReadUcqmOutputBuilder().build())));
        final var signal = new org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.read.ucqm.output.SignalBuilder()
            .setStation(new UnicastMac("02:00:00:00:00:07")).setWtp(ONE).setRadio(Uint8.ZERO)
            .setAverage(Decimal64.valueOf("-46.5")).setLast((short) -47).setFrames(Uint64.TWO)
            .setAge(Uint32.TEN).build();
        assertEquals("02:00:00:00:00:07|02:00:00:00:01:01|0|-46.5|-47|2|10\n",
            lines(GraphCommand.table(new ReadUcqmOutputBuilder().setSignal(BindingMap.of(signal)).build())));
    }

    @Test
    void radiosThatCannotSendHaveTheirReason() {
        final var signal = new SignalBuilder().setNeighbour(ONE).setNeighbourRadio(Uint8.ZERO)
            .setFrequency(Uint16.valueOf(2437)).setWtp(TWO).setRadio(Uint8.ONE).setAverage(Decimal64.valueOf("-50.5"))
            .setLast((short) -51).setFrames(Uint64.valueOf(9)).build();
        final var silent = new SilentBuilder().setWtp(TWO).setRadio(Uint8.ONE).setReason("no free lease").build();
        assertEquals("02:00:00:00:01:01|0|2437|02:00:00:00:01:02|1|-50.5|-51|9\n"
            + "02:00:00:00:01:02|1|||||||no free lease\n", lines(GraphCommand.table(new ReadNcqmOutputBuilder()
                .setSignal(BindingMap.of(signal)).setSilent(BindingMap.of(silent)).build())));
    }

    @Test
    void linksOfASwitchThatDoesNotAnswerHaveNoCounters() {
        final var link = new LinkBuilder().setPort(new SwitchPort("openflow:1:2")).setKind(Link.Kind.Switch)
            .setPeer(new SwitchPort("openflow:2:1")).build();
        assertEquals("openflow:1:2|switch|openflow:2:1\n",
            lines(GraphCommand.table(new ReadLqmOutputBuilder().setLink(BindingMap.of(link)).build())));
    }
}
