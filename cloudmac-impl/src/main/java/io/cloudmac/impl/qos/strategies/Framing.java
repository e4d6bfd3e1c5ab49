// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.qos.strategies;

import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.opendaylight.yang.gen.v1.urn.cloudmac.qos.rev261121.qos.parameters.Htb;

/**
 * How HTB accounts for the length of frames, and which share of the link rate it shapes to.
 *
 * @param perMille the shaping rate, per mille of the link rate
 * @param burstMicros the burst of all classes together after an idle time, microseconds at the shaping rate; 0 if the
 *     options contain it
 * @param rowOptions the options of the QoS row
 */
record Framing(int perMille, int burstMicros, SortedMap<String, String> rowOptions) {
    private static final int WHOLE = 1_000;
    private static final int MICROS = 1_000_000;
    private static final int BITS = 8;
    private static final String BURST = "burst";
    private static final OptionTable<Htb> OPTIONS = new OptionTable<Htb>()
        .ifPresent("overhead", Htb::getOverhead).ifPresent("mpu", Htb::getMpu);

    /**
     * The framing of Ethernet: it counts preamble, frame check sequence and inter-frame gap. It shapes to just below
     * the link rate, because frames in the network card cannot be reordered, so the card must send faster than HTB.
     * The burst is short, because the card takes long to send it. docs/results/paper.md has the effect of both.
     */
    static final Framing ETHERNET = new Framing(999, 10, new TreeMap<>(Map.of("overhead", "24", "mpu", "84")));

    /** Returns the framing of a configured container, which may be null. */
    static Framing of(final Htb htb) {
        final SortedMap<String, String> options = OPTIONS.options(htb);
        if (htb != null && htb.getBurst() != null) {
            options.put(BURST, Long.toString(htb.getBurst().toJava() * BITS));
        }
        return new Framing(WHOLE, 0, options);
    }

    /** Returns Open vSwitch's own framing. */
    static Framing openVswitchDefault() {
        return new Framing(WHOLE, 0, new TreeMap<>());
    }

    /** Returns the shaping rate of all classes together for a link rate, both in bit/s. */
    long shapingRate(final long linkRate) {
        return linkRate / WHOLE * perMille;
    }

    /** Returns the options of the QoS row for a shaping rate in bit/s. */
    SortedMap<String, String> options(final long rate) {
        final SortedMap<String, String> options = new TreeMap<>(rowOptions);
        if (burstMicros != 0) {
            options.put(BURST, Long.toString(Math.max(BITS, rate * burstMicros / MICROS)));
        }
        return options;
    }
}
