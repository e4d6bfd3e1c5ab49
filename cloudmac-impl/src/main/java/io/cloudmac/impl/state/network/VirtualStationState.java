// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.state.network;

import io.cloudmac.impl.binding.Assignment;
import io.cloudmac.impl.discovery.VirtualStationStatus.Seen;
import io.cloudmac.impl.learned.VirtualClient;
import io.cloudmac.impl.state.StateCodec;
import io.cloudmac.impl.wire.Mac;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.VirtualStations;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.VirtualStationsBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.virtual.stations.VirtualStation.Origin;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.virtual.stations.VirtualStationBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.wtp.signals.Signal;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.wtp.signals.SignalKey;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.Ssid;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.SsidOctets;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.SwitchPort;
import org.opendaylight.yangtools.yang.binding.util.BindingMap;
import org.opendaylight.yangtools.yang.common.Uint16;

/** Encodes the virtual stations. Pure. */
final class VirtualStationState {
    private VirtualStationState() {
    }

    /**
     * Returns the virtual stations, and the refused ones with their problem.
     *
     * @param refused the refused ones, one for each address and port
     * @param bound the WTP of each virtual station that the operator has bound
     * @param refusals returns the WTPs that refuse the lease of a virtual station, with their reasons
     */
    static VirtualStations of(final Collection<Seen> seen, final Collection<Seen> refused,
            final Assignment assignment, final Map<Mac, Mac> bound, final Function<Mac, Map<Mac, String>> refusals,
            final Function<VirtualClient, Map<SignalKey, Signal>> signals) {
        final Map<Integer, List<Seen>> refusedById = refused.stream()
            .collect(Collectors.groupingBy(each -> each.hello().station().lastTwoOctets()));
        return new VirtualStationsBuilder().setVirtualStation(seen.stream()
            .map(each -> station(each, refusedById.getOrDefault(each.hello().station().lastTwoOctets(), List.of()),
                assignment, bound, refusals, signals)).collect(BindingMap.toMap())).build();
    }

    private static org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.virtual.stations
            .VirtualStation station(final Seen seen, final List<Seen> withItsId, final Assignment assignment,
            final Map<Mac, Mac> bound, final Function<Mac, Map<Mac, String>> refusals,
            final Function<VirtualClient, Map<SignalKey, Signal>> signals) {
        final var hello = seen.hello();
        final VirtualStationBuilder builder = new VirtualStationBuilder()
            .setStation(StateCodec.station(hello.station()))
            .setPort(new SwitchPort(seen.port().toString()))
            .setFrequency(Uint16.valueOf(hello.frequency()))
            .setAssociated(hello.isAssociated())
            .setSignal(signals.apply(new VirtualClient(hello.station())))
            .setLastSeen(seen.seen().map(StateCodec::time).orElse(null));
        if (!hello.bssid().isNull()) {
            builder.setBssid(StateCodec.station(hello.bssid()));
        }
        if (!hello.ssid().isEmpty()) {
            builder.setSsid(new Ssid(hello.ssid().toString())).setSsidOctets(new SsidOctets(hello.ssid().octets()));
        }
        final Set<String> problems = new HashSet<>();
        if (seen.problem().isPresent()) {
            problems.add("it is refused: " + seen.problem().orElseThrow());
        } else {
            final Optional<Mac> operator = Optional.ofNullable(bound.get(hello.station()));
            assignment.service(new VirtualClient(hello.station()))
                .ifPresentOrElse(service -> builder.setWtp(StateCodec.wtp(service.downlink()))
                    .setOrigin(switch (service.origin()) {
                        case AUTOMATIC -> Origin.Automatic;
                        case OPERATOR -> Origin.Operator;
                    }), () -> problems.add("no WTP serves it: no admitted WTP has room on a radio for virtual"
                        + " stations, or it is bound to another one"));
            operator.filter(wtp -> builder.getWtp() != null && !builder.getWtp().equals(StateCodec.wtp(wtp)))
                .ifPresent(wtp -> problems.add("its binding to WTP " + wtp + " waits: "
                    + (assignment.antennas().contains(wtp) ? "it has not been handed over"
                        : "this WTP has no radio for virtual stations")));
            withItsId.forEach(other -> problems.add(other.hello().station().equals(hello.station())
                ? "hellos with its address also arrive at " + other.port() + " and are refused"
                : "virtual station " + other.hello().station() + " at " + other.port()
                    + " has the same id and is refused"));
            refusals.apply(hello.station()).forEach((wtp, reason) ->
                problems.add("WTP " + wtp + " refuses its lease: " + reason));
        }
        return builder.setProblem(problems).build();
    }
}
