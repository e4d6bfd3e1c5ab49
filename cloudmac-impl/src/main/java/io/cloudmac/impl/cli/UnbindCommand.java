// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.cli;

import org.apache.karaf.shell.api.action.Action;
import org.apache.karaf.shell.api.action.Argument;
import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.Completion;
import org.apache.karaf.shell.api.action.Option;
import org.apache.karaf.shell.api.action.lifecycle.Reference;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.opendaylight.mdsal.binding.api.RpcConsumerRegistry;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.Unbind;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.UnbindInputBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.Bssid;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.UnicastMac;

/** The command {@code cloudmac:unbind}. */
@Service
@Command(scope = "cloudmac", name = "unbind", description = "Removes the binding of a VAP or of one of its stations")
public final class UnbindCommand implements Action {
    @Reference
    private RpcConsumerRegistry rpcs;

    @Option(name = "-s", aliases = "--station", description = "The station to unbind; without it, the VAP is unbound")
    @Completion(StationCompleter.class)
    private String station;

    @Argument(index = 0, name = "bssid", description = "The VAP", required = true)
    @Completion(VapCompleter.class)
    private String bssid;

    @Override
    public Object execute() {
        RpcCall.await(rpcs.getRpc(Unbind.class).invoke(new UnbindInputBuilder()
            .setBssid(new Bssid(new UnicastMac(Cells.address(bssid))))
            .setStation(station == null ? null : new UnicastMac(Cells.address(station))).build()));
        return null;
    }
}
