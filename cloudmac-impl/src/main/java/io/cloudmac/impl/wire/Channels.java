// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.wire;

/** Channel numbers and centre frequencies of 20 MHz channels (IEEE Std 802.11-2020, annex E). */
public final class Channels {
    private static final int LAST_2G4 = 14;
    private static final int BEGIN_2G4_MHZ = 2407;
    private static final int LAST_2G4_MHZ = 2484;
    private static final int FIRST_5G = 36;
    private static final int LAST_5G = 177;
    private static final int BEGIN_5G_MHZ = 5000;
    private static final int BEGIN_6G_MHZ = 5950;
    private static final int LAST_6G = 233;
    /** Channel 2 of the 6 GHz band, in operating class 136, lies below channel 1. */
    private static final int CLASS_136 = 2;
    private static final int CLASS_136_MHZ = 5935;
    private static final int STEP_MHZ = 5;

    private Channels() {
    }

    /**
     * Returns the centre frequency of a channel of the 2.4 and 5 GHz bands, whose numbers differ.
     *
     * @param channel channel number in a beacon
     * @return MHz; 0 if there is no such channel
     */
    public static int frequency(final int channel) {
        if (channel == LAST_2G4) {
            return LAST_2G4_MHZ;
        }
        if (channel > 0 && channel < LAST_2G4) {
            return BEGIN_2G4_MHZ + STEP_MHZ * channel;
        }
        return channel >= FIRST_5G && channel <= LAST_5G ? BEGIN_5G_MHZ + STEP_MHZ * channel : 0;
    }

    /**
     * Returns the centre frequency of a channel of the 6 GHz band.
     *
     * @param channel channel number in the 6 GHz Operation Information of a beacon
     * @return MHz; 0 if there is no such channel
     */
    public static int frequencyOf6Ghz(final int channel) {
        if (channel == CLASS_136) {
            return CLASS_136_MHZ;
        }
        return channel > 0 && channel <= LAST_6G ? BEGIN_6G_MHZ + STEP_MHZ * channel : 0;
    }

    /** Returns true if a centre frequency, MHz, is in the 6 GHz band. */
    public static boolean isOf6Ghz(final int frequency) {
        return frequency >= CLASS_136_MHZ;
    }

    /**
     * Returns the channel number of a centre frequency. Numbers of the 6 GHz band are also those of other bands.
     *
     * @param frequency centre frequency, MHz
     * @return channel number; 0 if no channel has this centre frequency
     */
    public static int number(final int frequency) {
        if (frequency == LAST_2G4_MHZ) {
            return LAST_2G4;
        }
        if (frequency == CLASS_136_MHZ) {
            return CLASS_136;
        }
        final int begin = frequency < LAST_2G4_MHZ ? BEGIN_2G4_MHZ
            : isOf6Ghz(frequency) ? BEGIN_6G_MHZ : BEGIN_5G_MHZ;
        final int channel = (frequency - begin) / STEP_MHZ;
        return channel > 0 && (frequency(channel) == frequency || frequencyOf6Ghz(channel) == frequency) ? channel : 0;
    }
}
