// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.wire;

import io.cloudmac.impl.wire.FrameException.FrameError;

/**
 * The layout of a CloudMAC frame (ethertype 0x1337). Offsets and lengths are in octets.
 *
 * @param direction the sender
 * @param vlan VLAN id; -1 if untagged
 * @param station the outer address that is not the radio tag
 * @param tag the radio tag
 * @param radiotap offset of the radiotap header
 * @param radiotapLength length of the radiotap header
 * @param frame offset of the 802.11 header
 * @param frameLength length of the 802.11 frame
 * @param headerLength length of the 802.11 header
 */
public record CloudmacFrame(Direction direction, int vlan, Mac station, RadioTag tag, int radiotap,
        int radiotapLength, int frame, int frameLength, int headerLength) {
    public static final int ETHERTYPE = 0x1337;

    static final int RADIOTAP_MAXIMUM = 256;
    static final int FRAME_MAXIMUM = 11454;

    private static final int RADIOTAP_MINIMUM = 8;

    /** The direction of a frame, which determines the address that carries the radio tag. */
    public enum Direction {
        /** From VAP to WTP: the tag is the source address. */
        DOWNLINK,
        /** From WTP to VAP: the tag is the destination address. */
        UPLINK
    }

    /**
     * Parses an Ethernet frame. Never reads past its end.
     *
     * @throws FrameException if the frame is malformed, or a {@link Segment}; its reason names the counter
     */
    public static CloudmacFrame parse(final byte[] data, final Direction direction) throws FrameException {
        final OuterHeader outer = OuterHeader.parse(data, direction);
        if (Segment.is(data, outer)) {
            throw new FrameException(FrameError.SEGMENT);
        }
        final int radiotap = outer.end();
        final int left = data.length - radiotap;
        final int radiotapLength = EthernetHeader.le16(data, radiotap + 2);
        if (data[radiotap] != 0 || radiotapLength < RADIOTAP_MINIMUM || radiotapLength > RADIOTAP_MAXIMUM
                || radiotapLength > left) {
            throw new FrameException(FrameError.RADIOTAP);
        }

        final int frame = radiotap + radiotapLength;
        final int frameLength = left - radiotapLength;
        final int headerLength = Ieee80211.headerLength(data, frame);
        if (frameLength > FRAME_MAXIMUM || headerLength == 0) {
            throw new FrameException(FrameError.IEEE80211);
        }
        return new CloudmacFrame(direction, outer.vlan(), outer.station(), outer.tag(), radiotap, radiotapLength, frame,
            frameLength, headerLength);
    }
}
