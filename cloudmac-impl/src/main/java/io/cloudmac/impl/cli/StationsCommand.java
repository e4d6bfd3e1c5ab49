// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.cli;

import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.apache.karaf.shell.support.table.ShellTable;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.CloudmacState;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.stations.Station;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.stations.Waiting;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.Origin;

/** The command {@code cloudmac:stations}. */
@Service
@Command(scope = "cloudmac", name = "stations", description = "Shows the stations, their WTP and their signals")
public final class StationsCommand extends TableCommand {
    /** Creates the command. */
    public StationsCommand() {
        super("No station is bound", "Station", "BSSID", "WTP", "Bound by", "Last seen", "Signals", "Problem");
    }

    @Override
    void fill(final ShellTable table, final CloudmacState state) {
        for (final Station station : Cells.sorted(state.nonnullStations().nonnullStation().values(),
                each -> each.requireStation().getValue())) {
            table.addRow().addContent(station.requireStation().getValue(), station.requireBssid().getValue(),
                Cells.of(station.getWtp(), wtp -> wtp.getValue()), Cells.of(station.getOrigin()),
                Cells.of(station.getLastSeen(), time -> time.getValue()),
                Cells.list(station.nonnullSignal().values(), signal -> signal.getWtp().getValue() + " "
                    + Cells.of(signal.getAverage(), average -> average.getValue() + " dBm")), "");
        }
        for (final Waiting binding : Cells.sorted(state.nonnullStations().nonnullWaiting().values(),
                each -> each.requireStation().getValue())) {
            table.addRow().addContent(binding.requireStation().getValue(), binding.requireBssid().getValue(),
                "", Origin.Operator.getName(), "", "", "waits for WTP " + binding.requireWtp().getValue() + ": "
                + Cells.of(binding.getProblem()));
        }
    }
}
