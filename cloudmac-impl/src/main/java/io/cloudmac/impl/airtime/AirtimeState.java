// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.airtime;

import io.cloudmac.impl.airtime.AirtimeStatus.WtpAirtime;
import io.cloudmac.impl.state.StateCodec;
import io.cloudmac.impl.wire.Mac;
import io.cloudmac.impl.wtp.AgentAirtime;
import io.cloudmac.impl.wtp.AgentAirtime.StationAirtime;
import java.util.Map;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.Airtime;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.AirtimeBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.airtime.WtpBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.airtime.wtp.Radio;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.airtime.wtp.RadioBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.airtime.wtp.radio.Station;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.airtime.wtp.radio.StationBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.AirtimeWeight;
import org.opendaylight.yangtools.yang.binding.util.BindingMap;
import org.opendaylight.yangtools.yang.common.Uint16;
import org.opendaylight.yangtools.yang.common.Uint32;
import org.opendaylight.yangtools.yang.common.Uint64;
import org.opendaylight.yangtools.yang.common.Uint8;

/** The encoding of how WTPs share the air in {@code cloudmac-state}. */
final class AirtimeState {
    private static final int NO_VAP_ID = 0xffff;

    private AirtimeState() {
    }

    static Airtime of(final Map<Mac, WtpAirtime> wtps) {
        return new AirtimeBuilder().setWtp(wtps.entrySet().stream().map(entry -> new WtpBuilder()
            .setId(StateCodec.wtp(entry.getKey()))
            .setProblem(entry.getValue().problem().isEmpty() ? null : entry.getValue().problem())
            .setRadio(entry.getValue().radios().stream().map(AirtimeState::radio).collect(BindingMap.toMap()))
            .build()).collect(BindingMap.toMap())).build();
    }

    private static Radio radio(final AgentAirtime radio) {
        return new RadioBuilder()
            .setIndex(Uint8.valueOf(radio.radio()))
            .setScheduler(radio.settings().scheduler())
            .setTarget(Uint16.valueOf(radio.settings().targetMillis()))
            .setInterval(Uint16.valueOf(radio.settings().intervalMillis()))
            .setStation(radio.stations().stream().filter(AirtimeState::isEncodable).map(AirtimeState::station)
                .collect(BindingMap.toMap()))
            .build();
    }

    /** Returns true if both addresses have the model's types. Group frames have a group address as station. */
    private static boolean isEncodable(final StationAirtime station) {
        return isUnicast(station.station()) && isUnicast(station.bssid())
            && station.bssid().lastTwoOctets() != NO_VAP_ID;
    }

    private static boolean isUnicast(final Mac address) {
        return !address.isGroup() && !address.isNull();
    }

    private static Station station(final StationAirtime station) {
        return new StationBuilder()
            .setBssid(StateCodec.bssid(station.bssid()))
            .setStation(StateCodec.station(station.station()))
            .setWeight(new AirtimeWeight(Uint16.valueOf(station.weight())))
            .setShare(Uint16.valueOf(station.share()))
            .setQueueFrames(Uint32.valueOf(station.frames()))
            .setQueueBytes(Uint32.valueOf(station.bytes()))
            .setSojourn(Uint32.valueOf(station.sojournMicros()))
            .setSent(Uint64.valueOf(station.sent()))
            .setCodelDrops(Uint64.valueOf(station.codelDrops()))
            .setFullDrops(Uint64.valueOf(station.fullDrops()))
            .build();
    }
}
