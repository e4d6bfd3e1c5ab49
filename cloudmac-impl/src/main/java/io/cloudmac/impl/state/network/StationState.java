// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.state.network;

import io.cloudmac.impl.binding.Assignment;
import io.cloudmac.impl.learned.StationKey;
import io.cloudmac.impl.mobility.MobilityStatus.StationSignal;
import io.cloudmac.impl.state.StateCodec;
import io.cloudmac.impl.wire.Mac;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.stations.Station;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.stations.StationBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.wtp.signals.Signal;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.wtp.signals.SignalBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.wtp.signals.SignalKey;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.Origin;
import org.opendaylight.yangtools.yang.binding.util.BindingMap;
import org.opendaylight.yangtools.yang.common.Uint32;

/** The encoding of stations in {@code cloudmac-state}. */
public final class StationState {
    private StationState() {
    }

    /** Returns the signals of a station at its WTPs, with the times relative to {@code now}. */
    public static Map<SignalKey, Signal> signals(final Map<Mac, StationSignal> signals, final Instant now) {
        return signals.entrySet().stream().map(entry -> new SignalBuilder()
            .setWtp(StateCodec.wtp(entry.getKey()))
            .setLast(StateCodec.signal(entry.getValue().last()))
            .setAverage(StateCodec.signal((int) Math.round(entry.getValue().average())))
            .setSamples(Uint32.valueOf(entry.getValue().samples()))
            .setLastSeen(StateCodec.time(now.minus(entry.getValue().age())))
            .build()).collect(BindingMap.toMap());
    }

    /** Returns the key of a station's entry. */
    static org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.stations.StationKey key(
            final StationKey key) {
        return new org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.stations.StationKey(
            StateCodec.bssid(key.bssid()), StateCodec.station(key.station()));
    }

    /** Returns the entry of a bound station. */
    static Station station(final StationKey key, final Assignment.ServingWtps service, final Optional<Instant> lastSeen,
            final Map<SignalKey, Signal> signals) {
        return new StationBuilder()
            .setBssid(StateCodec.bssid(key.bssid()))
            .setStation(StateCodec.station(key.station()))
            .setWtp(StateCodec.wtp(service.downlink()))
            .setSignal(signals)
            .setOrigin(switch (service.origin()) {
                case AUTOMATIC -> Origin.Automatic;
                case OPERATOR -> Origin.Operator;
            })
            .setLastSeen(lastSeen.map(StateCodec::time).orElse(null))
            .build();
    }
}
