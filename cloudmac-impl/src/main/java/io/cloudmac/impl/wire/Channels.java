// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.wire;

/** Channel numbers and centre frequencies (IEEE Std 802.11-2020, annex E). */
public final class Channels {
    private static final int LAST_2G4 = 14;

    private Channels() {
    }

    /**
     * Centre frequency of a channel of the 2.4 and 5 GHz bands.
     *
     * @param channel number, as a beacon has it
     * @return MHz, 0 where the number is not a channel's
     */
    public static int frequency(final int channel) {
        if (channel == LAST_2G4) {
            return 2484;
        }
        if (channel > 0 && channel < LAST_2G4) {
            return 2407 + 5 * channel;
        }
        return channel >= 36 && channel <= 177 ? 5000 + 5 * channel : 0;
    }
}
