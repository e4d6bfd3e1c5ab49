// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.northbound;

import io.cloudmac.impl.events.NumberedEvent;
import io.cloudmac.impl.state.StateCodec;
import io.cloudmac.impl.wire.Mac;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.function.Function;
import org.opendaylight.yang.gen.v1.urn.cloudmac.events.rev261130.Event;
import org.opendaylight.yang.gen.v1.urn.cloudmac.events.rev261130.EventBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.events.rev261130.EventContent.Kind;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.SwitchPort;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.Timestamp;
import org.opendaylight.yangtools.yang.common.Uint64;

/** The encoding of events in {@code cloudmac-events}. */
final class EventCodec {
    private EventCodec() {
    }

    /** Returns an event as a notification. */
    static Event event(final NumberedEvent numbered) {
        final var event = numbered.event();
        return new EventBuilder()
            .setEpoch(Uint64.valueOf(numbered.id().epoch()))
            .setNumber(Uint64.valueOf(numbered.id().number()))
            .setTime(new Timestamp(numbered.time().truncatedTo(ChronoUnit.MILLIS).toString()))
            .setKind(Kind.ofName(event.kind().label()))
            .setWtp(StateCodec.wtp(event.wtp()))
            .setFromWtp(StateCodec.wtp(event.fromWtp()))
            .setVap(mac(event.vap(), StateCodec::bssid))
            .setStation(mac(event.station(), StateCodec::station))
            .setPort(event.port() == null ? null : new SwitchPort(event.port()))
            .setName(event.name())
            .setUser(event.user())
            .setText(event.text())
            .build();
    }

    private static <T> T mac(final Mac mac, final Function<Mac, T> encode) {
        return Optional.ofNullable(mac).map(encode).orElse(null);
    }
}
