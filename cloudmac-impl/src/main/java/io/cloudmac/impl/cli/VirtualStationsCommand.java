// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.cli;

import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.apache.karaf.shell.support.table.ShellTable;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.CloudmacState;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.virtual.stations.VirtualStation;

/** The command {@code cloudmac:virtual-stations}. */
@Service
@Command(scope = "cloudmac", name = "virtual-stations",
    description = "Shows the virtual stations, their WTPs and their access points")
public final class VirtualStationsCommand extends TableCommand {
    /** Creates the command. */
    public VirtualStationsCommand() {
        super("No virtual station has sent a hello", "Station", "WTP", "Access point", "SSID", "MHz", "Associated",
            "Signals", "Port", "Problem");
    }

    @Override
    void fill(final ShellTable table, final CloudmacState state) {
        for (final VirtualStation station : Cells.sorted(
                state.nonnullVirtualStations().nonnullVirtualStation().values(),
                each -> each.requireStation().getValue())) {
            table.addRow().addContent(station.requireStation().getValue(),
                Cells.of(station.getWtp(), wtp -> wtp.getValue()),
                Cells.of(station.getBssid(), bssid -> bssid.getValue()),
                Cells.of(station.getSsid(), ssid -> ssid.getValue()), Cells.of(station.getFrequency()),
                Cells.yesOrNo(station.getAssociated()),
                Cells.list(station.nonnullSignal().values(), signal -> signal.getWtp().getValue() + " "
                    + Cells.of(signal.getAverage(), average -> average.getValue() + " dBm")),
                Cells.of(station.getPort(), port -> port.getValue()),
                Cells.list(station.getProblem(), problem -> problem));
        }
    }
}
