// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.cli;

import java.util.Set;
import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.apache.karaf.shell.support.table.ShellTable;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.CloudmacState;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.drains.WtpKey;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.wtps.Wtp;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.wtps.wtp.Radio;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.wtps.wtp.Radio.Capability;

/** The command {@code cloudmac:wtps}. */
@Service
@Command(scope = "cloudmac", name = "wtps", description = "Shows the WTPs, their radios, sessions and ACK leases")
public final class WtpsCommand extends TableCommand {
    /** Creates the command. */
    public WtpsCommand() {
        super("No WTP has announced itself", "WTP", "Name", "Up", "Admitted", "Port", "Radios", "Session",
            "ACK leases", "Per frame", "Draining", "Problem");
    }

    @Override
    void fill(final ShellTable table, final CloudmacState state) {
        for (final Wtp wtp : Cells.sorted(state.nonnullWtps().nonnullWtp().values(),
                each -> each.requireId().getValue())) {
            table.addRow().addContent(wtp.requireId().getValue(), Cells.of(wtp.getName()), Cells.yesOrNo(wtp.getUp()),
                Cells.of(wtp.getAdmission(), admission -> Cells.yesOrNo(admission.getAdmitted())),
                Cells.of(wtp.getPort(), port -> port.getValue()),
                Cells.list(wtp.nonnullRadio().values(),
                    radio -> radio.getIndex() + ": " + radio.getFrequency() + " MHz "
                    + radio.getPower() + " dBm"),
                Cells.of(wtp.getSession(), session -> session.getState()),
                Cells.list(wtp.nonnullLease().values(), lease -> lease.getBssid().getValue()),
                Cells.list(wtp.nonnullRadio().values(), radio -> radio.getIndex() + ": " + perFrame(radio)),
                draining(wtp, state), problem(wtp));
        }
    }

    /** Returns which parts of a radio rule the radio applies. */
    private static String perFrame(final Radio radio) {
        final var capabilities = radio.getCapability() == null ? Set.of() : radio.getCapability();
        final boolean rate = capabilities.contains(Capability.RatePerFrame);
        final boolean power = capabilities.contains(Capability.PowerPerFrame);
        return rate && power ? "rate and power" : rate ? "rate" : power ? "power" : "-";
    }

    private static String draining(final Wtp wtp, final CloudmacState state) {
        return Cells.of(state.nonnullDrains().nonnullWtp().get(new WtpKey(wtp.getId())),
            drain -> drain.getStationsLeft() + " left");
    }

    private static String problem(final Wtp wtp) {
        final String admission = Cells.of(wtp.getAdmission(), each -> each.getProblem() == null ? ""
            : Boolean.TRUE.equals(each.getAdmitted()) ? each.getProblem() : "not admitted: " + each.getProblem());
        final String session = admission.isEmpty() ? Cells.of(wtp.getSession(), each -> each.getError()) : admission;
        final String leases = Cells.list(wtp.nonnullLeaseFailure().values(),
            failure -> failure.getBssid().getValue() + ": " + failure.getError());
        return session.isEmpty() || leases.isEmpty() ? session + leases : session + "; " + leases;
    }
}
