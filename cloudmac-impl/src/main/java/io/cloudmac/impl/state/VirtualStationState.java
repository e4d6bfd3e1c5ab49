// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.state;

import io.cloudmac.impl.binding.Assignment;
import io.cloudmac.impl.binding.Assignment.VirtualStation;
import io.cloudmac.impl.discovery.VirtualStationStatus.Seen;
import java.util.Collection;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.VirtualStations;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.VirtualStationsBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.virtual.stations.VirtualStation.Origin;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.virtual.stations.VirtualStationBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.Ssid;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.SwitchPort;
import org.opendaylight.yangtools.yang.binding.util.BindingMap;
import org.opendaylight.yangtools.yang.common.Uint16;

/** Encodes the virtual stations. Pure. */
final class VirtualStationState {
    private VirtualStationState() {
    }

    /** Returns the virtual stations, and the refused ones with their problem. */
    static VirtualStations of(final Collection<Seen> seen, final Assignment assignment) {
        return new VirtualStationsBuilder().setVirtualStation(seen.stream()
            .map(each -> station(each, assignment)).collect(BindingMap.toMap())).build();
    }

    private static org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.virtual.stations
            .VirtualStation station(final Seen seen, final Assignment assignment) {
        final var hello = seen.hello();
        final VirtualStationBuilder builder = new VirtualStationBuilder()
            .setStation(StateCodec.station(hello.station()))
            .setPort(new SwitchPort(seen.port().toString()))
            .setFrequency(Uint16.valueOf(hello.frequency()))
            .setAssociated(hello.isAssociated())
            .setLastSeen(StateCodec.time(seen.seen()));
        if (!hello.bssid().isNull()) {
            builder.setBssid(StateCodec.station(hello.bssid()));
        }
        if (!hello.ssidText().isEmpty()) {
            builder.setSsid(new Ssid(hello.ssidText()));
        }
        final Set<String> problems = new HashSet<>();
        if (seen.problem().isPresent()) {
            problems.add("it is refused: " + seen.problem().orElseThrow());
        } else {
            Optional.ofNullable(assignment.virtualStations().get(hello.station())).flatMap(VirtualStation::service)
                .ifPresentOrElse(service -> builder.setWtp(StateCodec.wtp(service.downlink()))
                    .setOrigin(switch (service.origin()) {
                        case AUTOMATIC -> Origin.Automatic;
                        case OPERATOR -> Origin.Operator;
                    }), () -> problems.add("no WTP serves it: an admitted WTP needs a radio for virtual stations, and"
                        + " the WTP of a binding must be one"));
        }
        return builder.setProblem(problems).build();
    }
}
