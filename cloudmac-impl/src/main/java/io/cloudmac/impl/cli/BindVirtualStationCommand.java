// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.cli;

import org.apache.karaf.shell.api.action.Action;
import org.apache.karaf.shell.api.action.Argument;
import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.Completion;
import org.apache.karaf.shell.api.action.lifecycle.Reference;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.opendaylight.mdsal.binding.api.RpcConsumerRegistry;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.BindVirtualStation;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.BindVirtualStationInputBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.UnicastMac;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.WtpId;

/** The command {@code cloudmac:bind-virtual-station}. */
@Service
@Command(scope = "cloudmac", name = "bind-virtual-station",
    description = "Binds a virtual station to a WTP, and moves it there")
public final class BindVirtualStationCommand implements Action {
    @Reference
    private RpcConsumerRegistry rpcs;

    @Argument(index = 0, name = "station", description = "The virtual station's address", required = true)
    @Completion(VirtualStationCompleter.class)
    private String station;

    @Argument(index = 1, name = "wtp", description = "The WTP", required = true)
    @Completion(WtpCompleter.class)
    private String wtp;

    @Override
    public Object execute() {
        RpcCall.await(rpcs.getRpc(BindVirtualStation.class).invoke(new BindVirtualStationInputBuilder()
            .setStation(new UnicastMac(Cells.address(station))).setWtp(new WtpId(Cells.address(wtp))).build()));
        return null;
    }
}
