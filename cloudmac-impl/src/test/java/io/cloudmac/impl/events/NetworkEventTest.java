// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.events;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.cloudmac.impl.wire.Mac;
import org.junit.jupiter.api.Test;

class NetworkEventTest {
    @Test
    void eachMethodAddsOneMember() {
        final Mac wtp = new Mac(1);
        final Mac from = new Mac(2);
        final Mac vap = new Mac(3);
        final Mac station = new Mac(4);
        assertEquals(
            new NetworkEvent(EventKind.STATION_HANDED_OVER, wtp, from, vap, station, "openflow:1:1", "n", "u", "t"),
            NetworkEvent.of(EventKind.STATION_HANDED_OVER).atWtp(wtp).from(from).ofVap(vap).ofStation(station)
                .atPort("openflow:1:1").named("n").by("u").saying("t"));
    }

    @Test
    void aLongTextIsCutAndAnEmptyOneIsNone() {
        final NetworkEvent event = NetworkEvent.of(EventKind.QUEUE_FAILED);
        assertEquals(NetworkEvent.LONGEST, event.saying("x".repeat(5000)).text().length());
        assertNull(event.saying("").text());
        assertNull(event.named("").name());
    }
}
