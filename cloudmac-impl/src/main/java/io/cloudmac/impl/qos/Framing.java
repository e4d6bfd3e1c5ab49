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
 * @param options of the QoS row
 */
record Framing(int perMille, SortedMap<String, String> options) {
    private static final int WHOLE = 1_000;
    private static final OptionTable<Htb> OPTIONS = new OptionTable<Htb>()
        .ifSaid("overhead", Htb::getOverhead).ifSaid("mpu", Htb::getMpu);

    /**
     * Ethernet's preamble, frame check and gap counted, and just below the link's rate: what the network card has
     * taken nobody can overtake, so it must send faster than it is given frames.
     */
    static final Framing ETHERNET = new Framing(995, new TreeMap<>(Map.of("overhead", "24", "mpu", "84")));

    /** As configured; the container may be null. */
    static Framing of(final Htb htb) {
        return new Framing(WHOLE, OPTIONS.options(htb));
    }

    /** As Open vSwitch does by itself. */
    static Framing usual() {
        return new Framing(WHOLE, new TreeMap<>());
    }

    /** Returns the rate for all classes together on a link of this rate, bit/s. */
    long shaped(final long linkRate) {
        return linkRate / WHOLE * perMille;
    }
}
