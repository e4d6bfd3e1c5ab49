// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.wtp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The radio that is chosen for a lease. */
class RadioChoiceTest {
    private static final List<AgentRadio> RADIOS = List.of(radio(2, 5180, true, "5"), radio(0, 2412, true, "2.4"),
        radio(1, 2437, false, "2.4"));

    @Test
    void theRadioOnTheChannelIsChosen() throws Exception {
        assertEquals(new RadioChoice(2, false), RadioChoice.of(5180, RADIOS, Map.of(), Set.of(2)));
    }

    @Test
    void aTunedRadioIsOnItsNewChannel() throws Exception {
        assertEquals(new RadioChoice(2, false), RadioChoice.of(5500, RADIOS, Map.of(2, 5500), Set.of(2)));
    }

    @Test
    void anUnusedRadioOfTheBandIsTuned() throws Exception {
        assertEquals(new RadioChoice(0, true), RadioChoice.of(2462, RADIOS, Map.of(), Set.of(2)));
    }

    @Test
    void anUnknownChannelSelectsTheFirstAbleRadio() throws Exception {
        assertEquals(new RadioChoice(0, false), RadioChoice.of(0, RADIOS, Map.of(), Set.of(0)));
    }

    @Test
    void aUsedRadioIsNotTuned() {
        assertThrows(RadioChoice.NoRadioException.class,
            () -> RadioChoice.of(2462, RADIOS, Map.of(), Set.of(0)));
    }

    @Test
    void aRadioThatCannotAcknowledgeIsNotChosen() {
        assertThrows(RadioChoice.NoRadioException.class,
            () -> RadioChoice.of(2437, RADIOS, Map.of(), Set.of(0)));
        assertThrows(RadioChoice.NoRadioException.class,
            () -> RadioChoice.of(0, List.of(radio(0, 2412, false, "2.4")), Map.of(), Set.of()));
    }

    @Test
    void anotherChannelOfTheBandIsOffered() throws Exception {
        final List<AgentRadio> busy = List.of(radio(1, 2437, true, "2.4"), radio(2, 5180, true, "5"));
        assertEquals(2437, RadioChoice.channelFor(2412, busy, Map.of(), Set.of(1, 2)));
        assertEquals(2462, RadioChoice.channelFor(2412, busy, Map.of(1, 2462), Set.of(1, 2)));
        assertEquals(2412, RadioChoice.channelFor(2412, busy, Map.of(), Set.of()), "a free radio is tuned");
        assertThrows(RadioChoice.NoRadioException.class, () -> RadioChoice.channelFor(2412,
            List.of(radio(2, 5180, true, "5")), Map.of(), Set.of(2)));
    }

    @Test
    void aVirtualStationGetsARadioForVirtualStations() throws Exception {
        final AgentRadio free = stations(1, "free");
        final AgentRadio pinned = stations(2, "pinned");
        final List<AgentRadio> all = List.of(radio(0, 2412, true, "2.4"), free, pinned);
        assertEquals(new RadioChoice(1, false), RadioChoice.forVirtualStation(all, Map.of()));
        assertEquals(new RadioChoice(2, false), RadioChoice.forVirtualStation(all, Map.of(1, 1L)));
        assertEquals(new RadioChoice(1, false), RadioChoice.forVirtualStation(all, Map.of(1, 3L, 2, 4L)), "is full");
        assertThrows(RadioChoice.NoRadioException.class,
            () -> RadioChoice.forVirtualStation(List.of(radio(0, 2412, true, "2.4")), Map.of()));
        assertThrows(RadioChoice.NoRadioException.class,
            () -> RadioChoice.of(2412, List.of(free), Map.of(), Set.of()), "it serves no VAP");
    }

    private static AgentRadio stations(final int index, final String mode) {
        return new AgentRadio(index, "phy" + index, "02:00:00:00:00:0" + index, 2412, 20, 20, true, 4,
            List.of("2.4"), mode);
    }

    private static AgentRadio radio(final int index, final int frequency, final boolean able, final String band) {
        return new AgentRadio(index, "phy" + index, "02:00:00:00:00:0" + index, frequency, 20, 20, able, 4,
            List.of(band), AgentRadio.NO_STATIONS);
    }
}
