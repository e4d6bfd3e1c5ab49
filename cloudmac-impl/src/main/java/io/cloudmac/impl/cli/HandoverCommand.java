// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.cli;

import java.util.List;
import org.apache.karaf.shell.api.action.Action;
import org.apache.karaf.shell.api.action.Argument;
import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.Completion;
import org.apache.karaf.shell.api.action.Option;
import org.apache.karaf.shell.api.action.lifecycle.Reference;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.opendaylight.mdsal.binding.api.DataBroker;
import org.opendaylight.mdsal.binding.api.RpcConsumerRegistry;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.HandOver;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.HandOverInputBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.HandOverOutput;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.CloudmacState;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.Bssid;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.UnicastMac;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.WtpId;

/** The command {@code cloudmac:handover}. */
@Service
@Command(scope = "cloudmac", name = "handover",
    description = "Hands a station over to another WTP, make before break; "
        + "mobility does not hand it over again before the minimum dwell time")
public final class HandoverCommand implements Action {
    @Reference
    private RpcConsumerRegistry rpcs;

    @Reference
    private DataBroker broker;

    @Option(name = "-b", aliases = "--bssid", description = "The VAP; required only if the station is bound to several")
    @Completion(VapCompleter.class)
    private String bssid;

    @Argument(index = 0, name = "station", description = "The station", required = true)
    @Completion(StationCompleter.class)
    private String station;

    @Argument(index = 1, name = "wtp", description = "The WTP to hand over to", required = true)
    @Completion(WtpCompleter.class)
    private String wtp;

    @Override
    @SuppressWarnings("checkstyle:RegexpSinglelineJava")
    public Object execute() {
        final UnicastMac address = new UnicastMac(Cells.address(station));
        final Bssid vap = bssid == null ? vap(StateReader.read(broker), address)
            : new Bssid(new UnicastMac(Cells.address(bssid)));
        final HandOverOutput done = RpcCall.await(rpcs.getRpc(HandOver.class).invoke(new HandOverInputBuilder()
            .setBssid(vap).setStation(address).setWtp(new WtpId(Cells.address(wtp))).build()),
            RpcCall.HANDOVER_LIMIT);
        System.out.println("moved from " + done.getFrom().getValue() + " in " + done.getDuration() + " ms");
        return null;
    }

    /**
     * Returns the only VAP that a station is bound to.
     *
     * @throws IllegalArgumentException if the station is bound to none or to several
     */
    static Bssid vap(final CloudmacState state, final UnicastMac station) {
        final List<Bssid> vaps = state.nonnullStations().nonnullStation().values().stream()
            .filter(each -> each.requireStation().equals(station)).map(each -> each.requireBssid()).toList();
        if (vaps.size() != 1) {
            throw new IllegalArgumentException("station " + station.getValue() + (vaps.isEmpty() ? " is not bound"
                : " is bound to several VAPs; select one with -b: " + Cells.list(vaps, Bssid::getValue)));
        }
        return vaps.get(0);
    }
}
