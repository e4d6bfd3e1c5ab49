// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.firstcontact;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.cloudmac.impl.steering.SteeringTrigger.SignalInput;
import io.cloudmac.impl.wire.Mac;
import io.cloudmac.impl.wire.RadioTag;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The copies of a first frame that a contact window collects, and the WTP that it selects. */
class ContactWindowTest {
    private static final Mac ONE = Mac.parse("02:c1:0d:aa:00:01");
    private static final Mac TWO = Mac.parse("02:c1:0d:aa:00:02");

    private final ContactWindow window = new ContactWindow(new ContactWindow.Frame(new byte[0], 0));

    @Test
    void theStrongestSignalWins() {
        window.add(ONE, -70);
        window.add(TWO, -40);
        assertEquals(Optional.of(TWO), window.strongest());
    }

    @Test
    void theFirstSampleIsNotWeighted() {
        window.add(ONE, -40);
        assertEquals(List.of(SignalInput.of(ONE, -40, 1)), window.inputs());
    }

    @Test
    void theBestOfSeveralSamplesCounts() {
        window.add(ONE, -40);
        window.add(ONE, -80);
        window.add(TWO, -50);
        assertEquals(Optional.of(ONE), window.strongest());
        assertEquals(SignalInput.of(ONE, -40, 2), window.inputs().get(0));
    }

    @Test
    void theLowestIdWinsAmongEqualSignals() {
        window.add(TWO, -50);
        window.add(ONE, -50);
        assertEquals(Optional.of(ONE), window.strongest());
    }

    @Test
    void anUnknownSignalIsTheWeakest() {
        window.add(ONE, RadioTag.LEVEL_UNKNOWN);
        window.add(TWO, -127);
        assertEquals(Optional.of(TWO), window.strongest());
    }
}
