// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.wire;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;

/**
 * An announcement of a WTP (ethertype 0x1338).
 *
 * @param wtp id of the WTP
 * @param interval interval between its announcements
 * @param name name of the WTP
 * @param control addresses of its control server, one or two
 * @param radios its radios, in the announced order
 */
public record Announcement(Mac wtp, Duration interval, String name, List<InetSocketAddress> control,
        List<Radio> radios) {
    /**
     * A radio of a WTP.
     *
     * @param index number of the radio within the WTP
     * @param address its own MAC address
     * @param frequency centre frequency of its channel, MHz
     * @param maximumPower maximum transmit power, dBm
     * @param power transmit power, dBm
     * @param flags bitwise or of {@link #ACTIVE_MONITOR}, {@link #RATE_PER_FRAME}, {@link #POWER_PER_FRAME} and
     *     {@link #SERVES_STATIONS}; bits 6 to 4 encode {@link #width}
     * @param maximumLeases number of BSSIDs that it can acknowledge for at a time
     * @param bands bit 0: 2.4 GHz, bit 1: 5 GHz, bit 2: 6 GHz
     */
    public record Radio(int index, Mac address, int frequency, int maximumPower, int power, int flags,
            int maximumLeases, int bands) {
        /** The radio can hold ACK leases. */
        public static final int ACTIVE_MONITOR = 0x01;
        /** The radio applies the rate in the radio tag. */
        public static final int RATE_PER_FRAME = 0x02;
        /** The radio applies the power in the radio tag. */
        public static final int POWER_PER_FRAME = 0x04;
        /** The radio serves virtual stations. */
        public static final int SERVES_STATIONS = 0x08;

        /** Returns the width of its channel, MHz; 0 if unknown. */
        public int width() {
            return switch (flags >> 4 & 7) {
                case 1, 2 -> 20;
                case 3, 4 -> 40;
                case 5 -> 80;
                default -> 0;
            };
        }
    }

    public Announcement {
        control = List.copyOf(control);
        radios = List.copyOf(radios);
    }
}
