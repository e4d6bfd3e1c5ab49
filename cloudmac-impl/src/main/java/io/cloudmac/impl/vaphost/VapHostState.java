// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.vaphost;

import io.cloudmac.impl.discovery.VapHostDirectory;
import io.cloudmac.impl.session.SessionState;
import io.cloudmac.impl.state.StateCodec;
import io.cloudmac.impl.wire.Mac;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.PeerSession;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.VapHosts;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.VapHostsBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.vap.hosts.VapHost;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.vap.hosts.VapHostBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.vap.hosts.vap.host.SessionBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.vap.hosts.vap.host.Vap;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.vap.hosts.vap.host.VapBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.Ssid;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.SsidOctets;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.VapHostName;
import org.opendaylight.yangtools.yang.binding.util.BindingMap;
import org.opendaylight.yangtools.yang.common.Uint16;
import org.opendaylight.yangtools.yang.common.Uint32;

/** The encoding of VAP hosts in {@code cloudmac-state}. */
final class VapHostState {
    private VapHostState() {
    }

    /**
     * Returns the VAP hosts.
     *
     * @param hosts the status of each host, by name
     * @param vapHosts knows which host has which VAP
     */
    static VapHosts of(final Map<String, VapHostDetails> hosts, final VapHostDirectory vapHosts) {
        final Map<Mac, Set<String>> rivals = vapHosts.rivals();
        final Map<String, Integer> surplus = vapHosts.surplus();
        return new VapHostsBuilder().setVapHost(hosts.entrySet().stream()
            .map(entry -> host(entry.getKey(), entry.getValue(), problems(entry.getKey(), rivals, surplus)))
            .collect(BindingMap.toMap())).build();
    }

    private static VapHost host(final String name, final VapHostDetails status, final Set<String> problems) {
        return new VapHostBuilder()
            .setName(new VapHostName(name))
            .setAddress(status.address().getAddress().getHostAddress())
            .setPort(Uint16.valueOf(status.address().getPort()))
            .setSession(new SessionBuilder().setState(state(status.state()))
                .setError(status.text().isEmpty() ? null : status.text()).setSince(StateCodec.time(status.since()))
                .build())
            .setVersion(status.version().isEmpty() ? null : status.version())
            .setVap(status.vaps().values().stream().map(VapHostState::vap).collect(BindingMap.toMap()))
            .setProblem(problems)
            .build();
    }

    private static Set<String> problems(final String name, final Map<Mac, Set<String>> rivals,
            final Map<String, Integer> surplus) {
        final Set<String> problems = rivals.entrySet().stream().filter(entry -> entry.getValue().contains(name))
            .map(entry -> "VAP " + entry.getKey() + " belongs to another VAP host")
            .collect(Collectors.toCollection(HashSet::new));
        if (surplus.containsKey(name)) {
            problems.add("it names too many VAPs: " + surplus.get(name) + " are refused, because a VAP host may have "
                + VapHostDirectory.MAX_VAPS_OF_HOST);
        }
        return problems;
    }

    private static Vap vap(final HostVap vap) {
        return new VapBuilder()
            .setBssid(StateCodec.bssid(vap.bssid()))
            .setSsid(vap.ssid().isEmpty() ? null : new Ssid(vap.ssid().toString()))
            .setSsidOctets(vap.ssid().isEmpty() ? null : new SsidOctets(vap.ssid().octets()))
            .setFrequency(Uint16.valueOf(vap.frequency()))
            .setInterface(vap.lower().isEmpty() ? null : vap.lower())
            .setVlan(Uint16.valueOf(vap.vlan()))
            .setRadio(vap.radio())
            .setStations(Uint32.valueOf(vap.stations()))
            .build();
    }

    private static PeerSession.State state(final SessionState state) {
        return switch (state) {
            case OFF, DOWN -> PeerSession.State.Closed;
            case CONNECTING -> PeerSession.State.Connecting;
            case UP -> PeerSession.State.Open;
            case REFUSED -> PeerSession.State.Refused;
        };
    }
}
