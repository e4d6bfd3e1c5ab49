// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.cli;

import org.apache.karaf.shell.api.action.Action;
import org.apache.karaf.shell.api.action.Argument;
import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.Completion;
import org.apache.karaf.shell.api.action.lifecycle.Reference;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.opendaylight.mdsal.binding.api.RpcConsumerRegistry;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.UnbindVirtualStation;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.UnbindVirtualStationInputBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.UnicastMac;

/** The command {@code cloudmac:unbind-virtual-station}. */
@Service
@Command(scope = "cloudmac", name = "unbind-virtual-station",
    description = "Removes the configured binding of a virtual station, which stays at its WTP")
public final class UnbindVirtualStationCommand implements Action {
    @Reference
    private RpcConsumerRegistry rpcs;

    @Argument(index = 0, name = "station", description = "The virtual station's address", required = true)
    @Completion(VirtualStationCompleter.class)
    private String station;

    @Override
    public Object execute() {
        RpcCall.await(rpcs.getRpc(UnbindVirtualStation.class).invoke(new UnbindVirtualStationInputBuilder()
            .setStation(new UnicastMac(Cells.address(station))).build()));
        return null;
    }
}
