// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.wire;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * A frame by which the other WTPs measure how they hear a WTP: a vendor-specific public action frame to all networks.
 * Agents report its signal like a station's. No VAP answers it, unlike a probe request.
 */
public final class NeighbourProbe {
    /** The number of addresses. The two last octets of an address are no VAP id if all their bits are set. */
    public static final int ADDRESSES = RadioTag.VAP_ANY;

    /** The first octets of all transmitters, 06-43-4d-4e: locally administered. */
    private static final long PREFIX = 0x0643_4d4eL << Short.SIZE;
    private static final long PREFIX_MASK = 0xffff_ffffL << Short.SIZE;

    /** 2.4 GHz ends below this frequency, MHz. */
    private static final int FIRST_OF_5_GHZ = 4000;
    private static final int RATE_1_MBPS = 2;
    private static final int RATE_6_MBPS = 12;

    /** A radiotap header with the fields Rate and TX flags. */
    private static final short RADIOTAP_LENGTH = 12;
    private static final int RADIOTAP_PRESENT = 1 << 2 | 1 << 15;
    private static final short NO_ACK = 0x0008;

    private static final short ACTION = 0x00d0;
    private static final int HEADER_LENGTH = 24;
    /** Category public, action vendor-specific, the OUI 12-13-37 and a type. */
    private static final byte[] BODY = {4, 9, 0x12, 0x13, 0x37, 5};

    private NeighbourProbe() {
    }

    /** Returns a transmitter's address. {@code number} is below {@link #ADDRESSES}. */
    public static Mac address(final int number) {
        if (number < 0 || number >= ADDRESSES) {
            throw new IllegalArgumentException("no address has number " + number);
        }
        return new Mac(PREFIX | number);
    }

    /** Returns true if the transmitter of a frame is a WTP that sends probes. */
    public static boolean isProbe(final Mac transmitter) {
        return (transmitter.value() & PREFIX_MASK) == PREFIX;
    }

    /**
     * Returns the CloudMAC frame that has a WTP send a probe at the lowest rate.
     *
     * @param transmitter the transmitter's address, for which the WTP has a lease
     * @param frequency centre of the radio's channel, MHz
     */
    public static byte[] frame(final Mac transmitter, final int frequency) {
        final int rate = frequency < FIRST_OF_5_GHZ ? RATE_1_MBPS : RATE_6_MBPS;
        final byte[] data = new byte[2 * Mac.LENGTH + 2 + RADIOTAP_LENGTH + HEADER_LENGTH + BODY.length];
        Mac.BROADCAST.put(data, 0);
        new RadioTag(RadioTag.LEVEL_UNKNOWN, rate, RadioTag.PRIORITY_MANAGEMENT, RadioTag.KIND_FRAME,
            transmitter.lastTwoOctets()).toMac().put(data, Mac.LENGTH);
        final ByteBuffer buffer = ByteBuffer.wrap(data).position(2 * Mac.LENGTH)
            .putShort((short) CloudmacFrame.ETHERTYPE).order(ByteOrder.LITTLE_ENDIAN);
        buffer.putShort((short) 0).putShort(RADIOTAP_LENGTH).putInt(RADIOTAP_PRESENT).putShort((short) rate)
            .putShort(NO_ACK);
        final int frame = buffer.position();
        buffer.putShort(ACTION);
        Mac.BROADCAST.put(data, frame + 4);
        transmitter.put(data, frame + 4 + Mac.LENGTH);
        Mac.BROADCAST.put(data, frame + 4 + 2 * Mac.LENGTH);
        System.arraycopy(BODY, 0, data, frame + HEADER_LENGTH, BODY.length);
        return data;
    }
}
