// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.graph;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.cloudmac.impl.wire.Mac;
import io.cloudmac.impl.wtp.SignalReport;
import java.util.List;
import org.junit.jupiter.api.Test;

/** How long transmitters are kept, and which are forgotten first. */
class SignalMapTest {
    private static final Mac WTP = Mac.parse("02:c1:0d:aa:00:01");
    private static final long KEPT = SignalMap.KEPT.toNanos();

    private final SignalMap subject = new SignalMap();

    private static Mac transmitter(final int number) {
        return new Mac(0x0200_0000_0000L + number);
    }

    private void hear(final int number, final int radio, final long now) {
        subject.add(new SignalReport(WTP, 0, radio,
            List.of(new SignalReport.Station(transmitter(number).toString(), -50, -50, now + 1))), now);
    }

    @Test
    void aRadioThatHearsNoMoreIsLeftOut() {
        hear(1, 0, 0);
        hear(1, 1, KEPT / 2);
        assertEquals(2, subject.of(transmitter(1), KEPT).size());
        assertEquals(1, subject.of(transmitter(1), KEPT + 1).get(0).place().radio());
        hear(2, 0, 2 * KEPT);
        assertEquals(List.of(transmitter(2)), subject.transmitters());
    }

    @Test
    void theLeastRecentlyHeardOneIsForgottenFirst() {
        for (int i = 0; i < SignalMap.TRANSMITTERS; i++) {
            hear(i, 0, i);
        }
        hear(0, 0, SignalMap.TRANSMITTERS);
        hear(SignalMap.TRANSMITTERS, 0, SignalMap.TRANSMITTERS + 1);
        final List<Mac> known = subject.transmitters();
        assertEquals(SignalMap.TRANSMITTERS, known.size());
        assertTrue(known.contains(transmitter(0)));
        assertFalse(known.contains(transmitter(1)));
    }
}
