// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.wtp;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Which radio of a WTP serves a VAP: one that is on the VAP's channel; else one that nobody uses, which is
 * then tuned to it.
 *
 * @param radio the radio's number
 * @param tune whether it must be tuned first
 */
record RadioChoice(int radio, boolean tune) {
    private static final int MHZ_2_4_END = 3_000;
    private static final int MHZ_6_BEGIN = 5_925;

    /** No radio will do; the message says why not. */
    static final class NoRadioException extends Exception {
        private static final long serialVersionUID = 1L;

        NoRadioException(final String message) {
            super(message);
        }
    }

    /**
     * Chooses.
     *
     * @param frequency the VAP's channel, MHz; 0: not known
     * @param radios the WTP's radios
     * @param tuned the channels that radios were tuned to since {@code radios} was read, MHz by index
     * @param used the radios that hold or are to hold leases
     */
    static RadioChoice of(final int frequency, final List<AgentRadio> radios, final Map<Integer, Integer> tuned,
            final Set<Integer> used) throws NoRadioException {
        final List<AgentRadio> able = radios.stream().filter(each -> each.activeMonitor() && each.maxLeases() > 0)
            .sorted(Comparator.comparingInt(AgentRadio::index)).toList();
        if (able.isEmpty()) {
            throw new NoRadioException("none of its radios can acknowledge for a VAP");
        }
        if (frequency == 0) {
            return new RadioChoice(able.get(0).index(), false);
        }
        for (final AgentRadio radio : able) {
            if (channel(radio, tuned) == frequency) {
                return new RadioChoice(radio.index(), false);
            }
        }
        for (final AgentRadio radio : able) {
            if (!used.contains(radio.index()) && radio.bands().contains(band(frequency))) {
                return new RadioChoice(radio.index(), true);
            }
        }
        throw new NoRadioException("none of its radios is on " + frequency + " MHz or free to be tuned to it");
    }

    /**
     * On which channel a VAP could be served: its own, where there is a choice; else that of the first able radio
     * whose channel is in the same band. Arguments as above.
     */
    static int channelFor(final int frequency, final List<AgentRadio> radios, final Map<Integer, Integer> tuned,
            final Set<Integer> used) throws NoRadioException {
        try {
            of(frequency, radios, tuned, used);
            return frequency;
        } catch (final NoRadioException e) {
            return radios.stream().filter(each -> each.activeMonitor() && each.maxLeases() > 0)
                .sorted(Comparator.comparingInt(AgentRadio::index))
                .map(each -> channel(each, tuned))
                .filter(channel -> channel != 0 && band(channel).equals(band(frequency)))
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
