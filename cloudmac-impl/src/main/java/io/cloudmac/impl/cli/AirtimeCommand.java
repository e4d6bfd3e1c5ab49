// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.cli;

import java.util.Locale;
import org.apache.karaf.shell.api.action.Argument;
import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.Completion;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.apache.karaf.shell.support.table.ShellTable;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.CloudmacState;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.airtime.Wtp;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.airtime.wtp.Radio;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.airtime.wtp.radio.Station;
import org.opendaylight.yangtools.yang.common.Uint16;
import org.opendaylight.yangtools.yang.common.Uint32;

/** The command {@code cloudmac:airtime}. */
@Service
@Command(scope = "cloudmac", name = "airtime",
    description = "Shows how the radios of WTPs share the air, and the queue of each station")
public final class AirtimeCommand extends TableCommand {
    @Argument(name = "wtp", description = "Shows only this WTP", required = false)
    @Completion(WtpCompleter.class)
    private String only;

    /** Creates the command. */
    public AirtimeCommand() {
        super("No WTP has reported", "WTP", "Radio", "Station", "BSSID", "Weight", "Share", "Queue", "Wait", "Sent",
            "Drops", "Problem");
    }

    @Override
    void fill(final ShellTable table, final CloudmacState state) {
        if (state.getAirtime() == null) {
            return;
        }
        for (final Wtp wtp : Cells.sorted(state.getAirtime().nonnullWtp().values(),
                each -> each.requireId().getValue())) {
            final String id = wtp.requireId().getValue();
            if (only != null && !Cells.address(only).equals(id)) {
                continue;
            }
            if (wtp.nonnullRadio().isEmpty()) {
                add(table, id, "", "", "", "", "", "", "", "", "", Cells.of(wtp.getProblem()));
            }
            for (final Radio radio : Cells.sorted(wtp.nonnullRadio().values(),
                    each -> String.format("%03d", each.requireIndex().toJava()))) {
                fill(table, id, radio, Cells.of(wtp.getProblem()));
            }
        }
    }

    /** Adds a row with the settings of a radio, and one for each of its stations. */
    private static void fill(final ShellTable table, final String wtp, final Radio radio, final String problem) {
        final String index = Cells.of(radio.getIndex());
        final String settings = Boolean.TRUE.equals(radio.getScheduler()) ? "shares by weight" : "order of arrival";
        add(table, wtp, index, settings, "", "", "", "",
            "CoDel " + Cells.of(radio.getTarget()) + " of " + Cells.of(radio.getInterval()) + " ms", "", "", problem);
        for (final Station station : Cells.sorted(radio.nonnullStation().values(),
                each -> each.requireStation().getValue() + each.requireBssid().getValue())) {
            add(table, wtp, index, station.requireStation().getValue(), station.requireBssid().getValue(),
                Cells.of(station.getWeight(), weight -> weight.getValue()), percent(station.getShare()),
                Cells.of(station.getQueueFrames(), frames -> frames + " (" + station.getQueueBytes() + " B)"),
                milliseconds(station.getSojourn()), Cells.of(station.getSent()),
                Cells.of(station.getCodelDrops(), drops -> drops + " + " + station.getFullDrops()), "");
        }
    }

    private static void add(final ShellTable table, final Object... cells) {
        table.addRow().addContent(cells);
    }

    private static String percent(final Uint16 perMille) {
        return perMille == null ? "" : String.format(Locale.ROOT, "%.1f %%", perMille.toJava() / 10.0);
    }

    private static String milliseconds(final Uint32 microseconds) {
        return microseconds == null ? "" : String.format(Locale.ROOT, "%.1f ms", microseconds.toJava() / 1000.0);
    }
}
