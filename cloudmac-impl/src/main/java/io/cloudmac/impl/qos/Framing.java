// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.qos;

import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.opendaylight.yang.gen.v1.urn.cloudmac.qos.rev261121.qos.parameters.Htb;

/**
 * How HTB counts frames, and what that leaves of a link's rate.
 *
 * @param perMille of the link's rate
 * @param burstMicros what all classes together may send at once after they have been idle, as time at that rate;
 *     0: as the options have it
 * @param counted options of the QoS row
 */
record Framing(int perMille, int burstMicros, SortedMap<String, String> counted) {
    private static final int WHOLE = 1_000;
    private static final int MICROS = 1_000_000;
    private static final int BITS = 8;
    private static final String BURST = "burst";
    private static final OptionTable<Htb> OPTIONS = new OptionTable<Htb>()
        .ifSaid("overhead", Htb::getOverhead).ifSaid("mpu", Htb::getMpu);

    /**
     * Ethernet's preamble, frame check and gap counted, and just below the link's rate: what the network card has
     * taken nobody can overtake, so it must send faster than it is given frames. What it is given at once it keeps
     * for long then, so that is no more than a timer may well be late (docs/results.md has what both cost).
     */
    static final Framing ETHERNET = new Framing(999, 10, new TreeMap<>(Map.of("overhead", "24", "mpu", "84")));

    /** As configured; the container may be null. */
    static Framing of(final Htb htb) {
        final SortedMap<String, String> options = OPTIONS.options(htb);
        if (htb != null && htb.getBurst() != null) {
            options.put(BURST, Long.toString(htb.getBurst().toJava() * BITS));
        }
        return new Framing(WHOLE, 0, options);
    }

    /** As Open vSwitch does by itself. */
    static Framing usual() {
        return new Framing(WHOLE, 0, new TreeMap<>());
    }

    /** Returns the rate for all classes together on a link of this rate, bit/s. */
    long shaped(final long linkRate) {
        return linkRate / WHOLE * perMille;
    }

    /** Returns the options of the QoS row where all classes together have this rate, bit/s. */
    SortedMap<String, String> options(final long rate) {
        final SortedMap<String, String> options = new TreeMap<>(counted);
        if (burstMicros != 0) {
            options.put(BURST, Long.toString(Math.max(BITS, rate * burstMicros / MICROS)));
        }
        return options;
    }
}
