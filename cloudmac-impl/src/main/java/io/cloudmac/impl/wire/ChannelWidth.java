// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.wire;

/**
 * The width of the channel that the elements of a beacon name (IEEE Std 802.11-2020, 9.4.2.56 and 9.4.2.158). Elements
 * that are too short count as absent.
 */
final class ChannelWidth {
    static final int LEAST = 20;

    private static final int ELEMENT_VHT_OPERATION = 192;
    private static final int HT_OPERATION_LENGTH = 22;
    private static final int VHT_OPERATION_LENGTH = 5;
    private static final int SECONDARY_ABOVE = 1;
    private static final int SECONDARY_BELOW = 3;
    private static final int ANY_WIDTH = 4;

    private int ht = LEAST;
    private int vht;

    /**
     * Reads an element; ignores one that names no width.
     *
     * @param at offset of its content
     * @param length octets of its content, all before the end of {@code data}
     */
    void read(final byte[] data, final int type, final int at, final int length) {
        if (type == PrimaryChannel.ELEMENT_HT_OPERATION && length >= HT_OPERATION_LENGTH) {
            final int secondary = data[at + 1] & 3;
            final boolean isWide = (data[at + 1] & ANY_WIDTH) != 0
                && (secondary == SECONDARY_ABOVE || secondary == SECONDARY_BELOW);
            ht = isWide ? 40 : LEAST;
        } else if (type == ELEMENT_VHT_OPERATION && length >= VHT_OPERATION_LENGTH) {
            vht = switch (data[at]) {
                case 1 -> 80;
                case 2, 3 -> 160;
                default -> 0; // as the HT Operation element says
            };
        }
    }

    /** Returns the width, MHz: 20, 40, 80 or 160. A channel of 160 MHz may count as 80. */
    int megahertz() {
        return vht != 0 ? vht : ht;
    }
}
