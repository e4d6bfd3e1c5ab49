// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.wtp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
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
    void anUnknownChannelSelectsNoRadio() {
        final List<AgentRadio> untuned = List.of(radio(0, 0, true, "2.4"));
        assertThrows(RadioChoice.NoRadioException.class, () -> RadioChoice.of(0, RADIOS, Map.of(), Set.of()));
        assertThrows(RadioChoice.NoRadioException.class, () -> RadioChoice.of(0, untuned, Map.of(), Set.of()));
        assertThrows(RadioChoice.NoRadioException.class, () -> RadioChoice.channelFor(0, RADIOS, Map.of(), Set.of()));
        assertEquals(OptionalInt.empty(), RadioChoice.tunedTo(0, RADIOS, Map.of()));
        assertEquals(OptionalInt.empty(), RadioChoice.tunedTo(0, untuned, Map.of()));
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
            () -> RadioChoice.of(2412, List.of(radio(0, 2412, false, "2.4")), Map.of(), Set.of()));
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
        assertEquals(new RadioChoice(1, false), RadioChoice.forVirtualStation(0, all, Map.of(), Map.of()));
        assertEquals(new RadioChoice(2, false), RadioChoice.forVirtualStation(0, all, Map.of(), Map.of(1, 1L)));
        assertEquals(new RadioChoice(1, false),
            RadioChoice.forVirtualStation(0, all, Map.of(), Map.of(1, 3L, 2, 4L)), "is full");
        assertThrows(RadioChoice.NoRadioException.class,
            () -> RadioChoice.forVirtualStation(0, List.of(radio(0, 2412, true, "2.4")), Map.of(), Map.of()));
        assertThrows(RadioChoice.NoRadioException.class,
            () -> RadioChoice.of(2412, List.of(free), Map.of(), Set.of()), "it serves no VAP");
    }

    private static int forStation(final int frequency, final Map<Integer, Integer> tuned,
            final Map<Integer, Long> leases) throws Exception {
        return RadioChoice.forVirtualStation(frequency, List.of(stations(1, "pinned"), stations(2, "pinned", 2437),
            stations(3, "free", 2462)), tuned, leases).radio();
    }

    @Test
    void aVirtualStationGetsARadioOnItsChannel() throws Exception {
        assertEquals(2, forStation(2437, Map.of(), Map.of(2, 3L)), "before one with fewer leases");
        assertEquals(1, forStation(0, Map.of(), Map.of(2, 3L)), "its channel is unknown");
        assertEquals(1, forStation(2437, Map.of(1, 2437, 2, 2412), Map.of()), "the radios have changed");
        assertEquals(3, forStation(2437, Map.of(), Map.of(2, 4L)), "the one on the channel is full, a free one moves");
        assertEquals(1, forStation(2437, Map.of(), Map.of(2, 4L, 3, 1L)), "a free one in use stays");
        assertEquals(1, forStation(5180, Map.of(), Map.of()), "none can move there");
    }

    @Test
    void aVirtualStationStaysAtTheRadioThatHasItsLease() throws Exception {
        assertEquals(3, forStation(2437, Map.of(), Map.of(3, RadioChoice.HOLDS_IT)));
        assertEquals(3, forStation(0, Map.of(), Map.of(3, RadioChoice.HOLDS_IT)));
    }

    private static AgentRadio stations(final int index, final String mode) {
        return stations(index, mode, 2412);
    }

    private static AgentRadio stations(final int index, final String mode, final int frequency) {
        return new AgentRadio(index, "phy" + index, "02:00:00:00:00:0" + index, frequency, 20, 20, true, 4,
            List.of("2.4"), mode);
    }

    private static AgentRadio radio(final int index, final int frequency, final boolean able, final String band) {
        return new AgentRadio(index, "phy" + index, "02:00:00:00:00:0" + index, frequency, 20, 20, able, 4,
            List.of(band), AgentRadio.NO_STATIONS);
    }
}
