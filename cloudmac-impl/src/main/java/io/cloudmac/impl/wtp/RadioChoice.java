// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.wtp;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;

/**
 * The radio of a WTP that serves a VAP: a radio on the VAP's channel, else an unused radio, which is then tuned.
 *
 * @param radio the radio's number
 * @param tune whether the radio must be tuned first
 */
record RadioChoice(int radio, boolean tune) {
    /** The number of leases that stands for the radio that has the lease already. */
    static final long HOLDS_IT = -1;

    private static final int MHZ_2_4_END = 3_000;
    private static final int MHZ_6_BEGIN = 5_925;

    /** Reports that no radio can serve the VAP, and why. */
    static final class NoRadioException extends Exception {
        private static final long serialVersionUID = 1L;

        NoRadioException(final String message) {
            super(message);
        }
    }

    /**
     * Chooses a radio.
     *
     * @param frequency the VAP's channel, MHz; 0: unknown, so that no radio serves it
     * @param radios the WTP's radios
     * @param tuned channels set after {@code radios} was read, MHz by radio
     * @param used the radios that other leases use
     */
    static RadioChoice of(final int frequency, final List<AgentRadio> radios, final Map<Integer, Integer> tuned,
            final Set<Integer> used) throws NoRadioException {
        final List<AgentRadio> able = able(radios);
        if (able.isEmpty()) {
            throw new NoRadioException("none of its radios can acknowledge for a VAP");
        }
        if (frequency == 0) {
            throw new NoRadioException("the channel of the VAP is not known");
        }
        final OptionalInt present = tunedTo(frequency, radios, tuned);
        if (present.isPresent()) {
            return new RadioChoice(present.getAsInt(), false);
        }
        for (final AgentRadio radio : able) {
            if (!used.contains(radio.index()) && radio.bands().contains(band(frequency))) {
                return new RadioChoice(radio.index(), true);
            }
        }
        throw new NoRadioException("none of its radios is on " + frequency + " MHz or free to be tuned to it");
    }

    /**
     * Returns the radio that serves a VAP without being tuned: one on the VAP's channel, none if the channel is
     * unknown. The parameters are those of {@link #of}.
     */
    static OptionalInt tunedTo(final int frequency, final List<AgentRadio> radios, final Map<Integer, Integer> tuned) {
        return able(radios).stream().filter(each -> frequency != 0 && channel(each, tuned) == frequency)
            .mapToInt(AgentRadio::index).findFirst();
    }

    /**
     * Chooses a radio for a virtual station among those that serve virtual stations: the one that has its lease, else
     * one on its channel, else one that can move there, and of several the one with the fewest leases.
     *
     * @param frequency the channel of the virtual station's BSS, MHz; 0: unknown
     * @param radios the WTP's radios
     * @param tuned channels set after {@code radios} was read, MHz by radio
     * @param leases the number of leases of each radio that has any; {@link #HOLDS_IT} for the radio that has this one
     */
    static RadioChoice forVirtualStation(final int frequency, final List<AgentRadio> radios,
            final Map<Integer, Integer> tuned, final Map<Integer, Long> leases) throws NoRadioException {
        return radios.stream().filter(each -> each.activeMonitor()
                && leases.getOrDefault(each.index(), 0L) < each.maxLeases()
                && !each.stations().equals(AgentRadio.NO_STATIONS))
            .min(Comparator.comparing((AgentRadio each) -> leases.getOrDefault(each.index(), 0L) != HOLDS_IT)
                .thenComparing(each -> frequency != 0 && channel(each, tuned) != frequency)
                .thenComparing(each -> frequency != 0 && !canMove(each, frequency, leases))
                .thenComparing(each -> leases.getOrDefault(each.index(), 0L))
                .thenComparing(AgentRadio::index))
            .map(each -> new RadioChoice(each.index(), false))
            .orElseThrow(() -> new NoRadioException("none of its radios has room for a virtual station"));
    }

    /** Returns true if the first virtual station of a radio can determine this channel. */
    private static boolean canMove(final AgentRadio radio, final int frequency, final Map<Integer, Long> leases) {
        return radio.stations().equals(AgentRadio.FREE) && !leases.containsKey(radio.index())
            && radio.bands().contains(band(frequency));
    }

    private static List<AgentRadio> able(final List<AgentRadio> radios) {
        return radios.stream().filter(each -> each.activeMonitor() && each.maxLeases() > 0
                && !each.stations().equals(AgentRadio.FREE))
            .sorted(Comparator.comparingInt(AgentRadio::index)).toList();
    }

    /**
     * Returns the channel on which the WTP can serve a VAP: its own if there is a radio for it, else the channel of the
     * first suitable radio in the same band. The parameters are those of {@link #of}.
     */
    static int channelFor(final int frequency, final List<AgentRadio> radios, final Map<Integer, Integer> tuned,
            final Set<Integer> used) throws NoRadioException {
        try {
            of(frequency, radios, tuned, used);
            return frequency;
        } catch (final NoRadioException e) {
            return able(radios).stream().map(each -> channel(each, tuned))
                .filter(channel -> frequency != 0 && channel != 0 && band(channel).equals(band(frequency)))
                .findFirst().orElseThrow(() -> e);
        }
    }

    private static int channel(final AgentRadio radio, final Map<Integer, Integer> tuned) {
        return tuned.getOrDefault(radio.index(), radio.frequency());
    }

    private static String band(final int frequency) {
        return frequency < MHZ_2_4_END ? "2.4" : frequency < MHZ_6_BEGIN ? "5" : "6";
    }
}
