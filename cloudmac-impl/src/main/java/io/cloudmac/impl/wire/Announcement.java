// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.wire;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;

/**
 * What a WTP says of itself (ethertype 0x1338).
 *
 * @param wtp its id
 * @param interval between its announcements
 * @param name its name
 * @param control where its control server listens: one or two addresses
 * @param radios its radios, in the order announced
 */
public record Announcement(Mac wtp, Duration interval, String name, List<InetSocketAddress> control,
        List<Radio> radios) {
    /**
     * A radio.
     *
     * @param index its number within the WTP
     * @param address its own address
     * @param frequency the channel it is on, MHz
     * @param maximumPower dBm
     * @param power dBm
     * @param flags {@link #ACTIVE_MONITOR} and so on
     * @param maximumLeases BSSIDs it can acknowledge for at once
     * @param bands bit 0: 2.4 GHz, 1: 5 GHz, 2: 6 GHz
     */
    public record Radio(int index, Mac address, int frequency, int maximumPower, int power, int flags,
            int maximumLeases, int bands) {
        /** Can hold ACK leases. */
        public static final int ACTIVE_MONITOR = 0x01;
        /** Obeys the rate in the tag. */
        public static final int RATE_PER_FRAME = 0x02;
        /** Obeys the power in the tag. */
        public static final int POWER_PER_FRAME = 0x04;
    }

    public Announcement {
        control = List.copyOf(control);
        radios = List.copyOf(radios);
    }
}
