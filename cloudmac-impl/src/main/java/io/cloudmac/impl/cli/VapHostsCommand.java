// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.cli;

import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.apache.karaf.shell.support.table.ShellTable;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.CloudmacState;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.vap.hosts.VapHost;

/** The command {@code cloudmac:vap-hosts}. */
@Service
@Command(scope = "cloudmac", name = "vap-hosts", description = "Shows the VAP hosts, their sessions and VAPs")
public final class VapHostsCommand extends TableCommand {
    /** Creates the command. */
    public VapHostsCommand() {
        super("No VAP host is configured", "Host", "Address", "Port", "Session", "Version", "VAPs", "Stations",
            "Problem");
    }

    @Override
    void fill(final ShellTable table, final CloudmacState state) {
        for (final VapHost host : Cells.sorted(state.nonnullVapHosts().nonnullVapHost().values(),
                each -> each.requireName().getValue())) {
            table.addRow().addContent(host.requireName().getValue(), Cells.of(host.getAddress()),
                Cells.of(host.getPort()), Cells.of(host.getSession(), session -> session.getState()),
                Cells.of(host.getVersion()), Cells.list(host.nonnullVap().values(), vap -> vap.getBssid().getValue()),
                host.nonnullVap().values().stream().mapToLong(vap -> vap.getStations().toJava()).sum(),
                problem(host));
        }
    }

    private static String problem(final VapHost host) {
        final String session = Cells.of(host.getSession(), each -> each.getError());
        final String problems = Cells.list(host.getProblem(), problem -> problem);
        return session.isEmpty() || problems.isEmpty() ? session + problems : session + "; " + problems;
    }
}
