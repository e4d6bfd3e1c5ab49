// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.wire;

import java.util.stream.IntStream;

/** Channel numbers and centre frequencies (IEEE Std 802.11-2020, annex E). */
public final class Channels {
    private static final int LAST_2G4 = 14;
    private static final int FIRST_5G = 36;
    private static final int LAST_5G = 177;

    private Channels() {
    }

    /**
     * Returns the centre frequency of a channel of the 2.4 and 5 GHz bands.
     *
     * @param channel channel number in a beacon
     * @return MHz; 0 if there is no such channel
     */
    public static int frequency(final int channel) {
        if (channel == LAST_2G4) {
            return 2484;
        }
        if (channel > 0 && channel < LAST_2G4) {
            return 2407 + 5 * channel;
        }
        return channel >= FIRST_5G && channel <= LAST_5G ? 5000 + 5 * channel : 0;
    }

    /**
     * Returns the channel number of a centre frequency in the 2.4 and 5 GHz bands.
     *
     * @param frequency centre frequency, MHz
     * @return channel number; 0 if no channel has this centre frequency
     */
    public static int number(final int frequency) {
        return IntStream.concat(IntStream.rangeClosed(1, LAST_2G4), IntStream.rangeClosed(FIRST_5G, LAST_5G))
            .filter(channel -> frequency(channel) == frequency).findFirst().orElse(0);
    }
}
