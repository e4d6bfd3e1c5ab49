// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.stream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import io.cloudmac.impl.events.EventId;
import io.cloudmac.impl.events.EventKind;
import io.cloudmac.impl.events.NetworkEvent;
import io.cloudmac.impl.events.NumberedEvent;
import io.cloudmac.impl.wire.Mac;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** The octets of events. */
class EventFramesTest {
    private final EventFrames frames = new EventFrames();

    private static NumberedEvent event(final long number, final NetworkEvent event) {
        return new NumberedEvent(new EventId(9, number), Instant.parse("2026-12-01T10:00:00.123456Z"), event);
    }

    private String text(final NumberedEvent event) {
        return new String(frames.of(event), StandardCharsets.US_ASCII);
    }

    @Test
    void anEventHasTheMembersOfTheNotification() {
        assertEquals("id: 9-1\ndata: {\"epoch\":\"9\",\"number\":\"1\",\"time\":\"2026-12-01T10:00:00.123Z\","
            + "\"kind\":\"station-handed-over\",\"wtp\":\"00:00:00:00:00:01\",\"from-wtp\":\"00:00:00:00:00:02\","
            + "\"vap\":\"00:00:00:00:00:03\",\"station\":\"00:00:00:00:00:04\",\"port\":\"openflow:1:3\","
            + "\"name\":\"cmac\",\"user\":\"anna\",\"text\":\"signal\"}\n\n",
            text(event(1, NetworkEvent.of(EventKind.STATION_HANDED_OVER).atWtp(new Mac(1)).from(new Mac(2))
                .ofVap(new Mac(3)).ofStation(new Mac(4)).atPort("openflow:1:3").named("cmac").by("anna")
                .saying("signal"))));
    }

    @Test
    void noTextBreaksALine() {
        assertEquals("id: 9-1\ndata: {\"epoch\":\"9\",\"number\":\"1\",\"time\":\"2026-12-01T10:00:00.123Z\","
            + "\"kind\":\"queue-failed\",\"text\":\"a\\r\\nid: 1-1\\n\\n\\u2028\\u00E9\"}\n\n",
            text(event(1, NetworkEvent.of(EventKind.QUEUE_FAILED).saying("a\r\nid: 1-1\n\n" + (char) 0x2028
                + (char) 0xe9))));
    }

    @Test
    void streamsShareTheOctetsOfAnEvent() {
        final NumberedEvent first = event(1, NetworkEvent.of(EventKind.WTP_LOST));
        final byte[] octets = frames.of(first);
        assertSame(octets, frames.of(first));
        for (long number = 2; number < 1000; number++) {
            frames.of(event(number, NetworkEvent.of(EventKind.WTP_LOST)));
        }
        assertEquals(new String(octets, StandardCharsets.US_ASCII), text(first));
    }
}
