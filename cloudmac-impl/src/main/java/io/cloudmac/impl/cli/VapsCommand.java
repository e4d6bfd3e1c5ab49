// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.cli;

import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.apache.karaf.shell.support.table.ShellTable;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.CloudmacState;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.vaps.Vap;

/** The command {@code cloudmac:vaps}. */
@Service
@Command(scope = "cloudmac", name = "vaps", description = "Shows the VAPs, their hosts and the WTPs that radiate them")
public final class VapsCommand extends TableCommand {
    /** Creates the command. */
    public VapsCommand() {
        super("No VAP has been discovered", "BSSID", "SSID", "Channel", "Up", "Host", "Port", "WTPs",
            "Problem");
    }

    @Override
    void fill(final ShellTable table, final CloudmacState state) {
        for (final Vap vap : Cells.sorted(state.nonnullVaps().nonnullVap().values(),
                each -> each.requireBssid().getValue())) {
            table.addRow().addContent(vap.requireBssid().getValue(), Cells.of(vap.getSsid(), ssid -> ssid.getValue()),
                Cells.of(vap.getChannel()), Cells.yesOrNo(vap.getUp()),
                Cells.of(vap.getHost(), host -> host.getValue()), Cells.of(vap.getPort(), port -> port.getValue()),
                Cells.list(vap.getWtp(), wtp -> wtp.getValue()), Cells.list(vap.getProblem(), problem -> problem));
        }
    }
}
