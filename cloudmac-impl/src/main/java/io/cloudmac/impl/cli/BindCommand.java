// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.cli;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.apache.karaf.shell.api.action.Action;
import org.apache.karaf.shell.api.action.Argument;
import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.Completion;
import org.apache.karaf.shell.api.action.Option;
import org.apache.karaf.shell.api.action.lifecycle.Reference;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.opendaylight.mdsal.binding.api.RpcConsumerRegistry;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.Bind;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.BindInputBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.Bssid;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.UnicastMac;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.WtpId;

/** The command {@code cloudmac:bind}. */
@Service
@Command(scope = "cloudmac", name = "bind", description = "Binds a VAP to WTPs, or one of its stations to one WTP")
public final class BindCommand implements Action {
    @Reference
    private RpcConsumerRegistry rpcs;

    @Option(name = "-s", aliases = "--station", description = "The station to bind; without it, the VAP is bound")
    @Completion(StationCompleter.class)
    private String station;

    @Argument(index = 0, name = "bssid", description = "The VAP", required = true)
    @Completion(VapCompleter.class)
    private String bssid;

    @Argument(index = 1, name = "wtp", required = true, multiValued = true,
        description = "The WTPs, which replace the previous ones; exactly one for a station")
    @Completion(WtpCompleter.class)
    private List<String> wtps;

    @Override
    public Object execute() {
        final Set<WtpId> ids = new LinkedHashSet<>();
        wtps.forEach(wtp -> ids.add(new WtpId(Cells.address(wtp))));
        RpcCall.await(rpcs.getRpc(Bind.class).invoke(new BindInputBuilder()
            .setBssid(new Bssid(new UnicastMac(Cells.address(bssid))))
            .setStation(station == null ? null : new UnicastMac(Cells.address(station))).setWtp(ids).build()));
        return null;
    }
}
