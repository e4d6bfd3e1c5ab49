// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.cli;

import org.apache.karaf.shell.api.action.Action;
import org.apache.karaf.shell.api.action.Argument;
import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.Completion;
import org.apache.karaf.shell.api.action.lifecycle.Reference;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.opendaylight.mdsal.binding.api.RpcConsumerRegistry;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.HandOverVirtualStation;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.HandOverVirtualStationInputBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.HandOverVirtualStationOutput;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.UnicastMac;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.WtpId;

/** The command {@code cloudmac:handover-virtual-station}. */
@Service
@Command(scope = "cloudmac", name = "handover-virtual-station",
    description = "Hands a virtual station over to another WTP, make before break; "
        + "mobility does not hand it over again before the minimum dwell time")
public final class HandoverVirtualStationCommand implements Action {
    @Reference
    private RpcConsumerRegistry rpcs;

    @Argument(index = 0, name = "station", description = "The virtual station's address", required = true)
    @Completion(VirtualStationCompleter.class)
    private String station;

    @Argument(index = 1, name = "wtp", description = "The WTP to hand over to", required = true)
    @Completion(WtpCompleter.class)
    private String wtp;

    @Override
    @SuppressWarnings("checkstyle:RegexpSinglelineJava")
    public Object execute() {
        final HandOverVirtualStationOutput done = RpcCall.await(rpcs.getRpc(HandOverVirtualStation.class).invoke(
            new HandOverVirtualStationInputBuilder().setStation(new UnicastMac(Cells.address(station)))
                .setWtp(new WtpId(Cells.address(wtp))).build()), RpcCall.HANDOVER_LIMIT);
        System.out.println("moved from " + done.getFrom().getValue() + " in " + done.getDuration() + " ms");
        return null;
    }
}
