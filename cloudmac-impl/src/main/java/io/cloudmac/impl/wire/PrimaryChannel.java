// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.wire;

/**
 * The primary channel that the elements of a beacon name (IEEE Std 802.11-2020, 9.4.2.4 and 9.4.2.56; IEEE Std
 * 802.11ax-2021, 9.4.2.249). At 6 GHz only the HE Operation element names it. At 5 GHz many access points send no DS
 * Parameter Set, and the HT Operation element is the one that stations follow. Elements that are too short count as
 * absent.
 */
final class PrimaryChannel {
    static final int ELEMENT_DS = 3;
    static final int ELEMENT_HT_OPERATION = 61;
    static final int ELEMENT_EXTENSION = 255;

    private static final int EXTENSION_HE_OPERATION = 36;
    private static final int HT_OPERATION_LENGTH = 22;
    /** The extension, the parameters, the BSS color, and the MCS set. */
    private static final int HE_OPERATION_LENGTH = 7;
    private static final int HAS_VHT_INFORMATION = 0x4000;
    private static final int VHT_INFORMATION_LENGTH = 3;
    private static final int HAS_CO_HOSTED = 0x8000;
    /** Bit 17 of the parameters is in their third octet. */
    private static final int HAS_6GHZ_INFORMATION = 0x02;

    private int he;
    private int ht;
    private int ds;

    /**
     * Reads an element; ignores one that names no channel.
     *
     * @param at offset of its content
     * @param length octets of its content, all before the end of {@code data}
     */
    void read(final byte[] data, final int type, final int at, final int length) {
        if (type == ELEMENT_DS && length > 0 && ds == 0) {
            ds = Channels.frequency(data[at] & 0xff);
        } else if (type == ELEMENT_HT_OPERATION && length >= HT_OPERATION_LENGTH && ht == 0) {
            ht = Channels.frequency(data[at] & 0xff);
        } else if (type == ELEMENT_EXTENSION && length >= HE_OPERATION_LENGTH && he == 0
                && data[at] == EXTENSION_HE_OPERATION) {
            he = of6Ghz(data, at, length);
        }
    }

    private static int of6Ghz(final byte[] data, final int at, final int length) {
        final int parameters = EthernetHeader.le16(data, at + 1);
        final int information = HE_OPERATION_LENGTH
            + ((parameters & HAS_VHT_INFORMATION) != 0 ? VHT_INFORMATION_LENGTH : 0)
            + ((parameters & HAS_CO_HOSTED) != 0 ? 1 : 0);
        return (data[at + 3] & HAS_6GHZ_INFORMATION) != 0 && information < length
            ? Channels.frequencyOf6Ghz(data[at + information] & 0xff) : 0;
    }

    /** Returns the centre frequency, MHz; 0 if no element names a channel. */
    int frequency() {
        return he != 0 ? he : ht != 0 ? ht : ds;
    }
}
