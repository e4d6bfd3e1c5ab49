// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.wire;

import io.cloudmac.impl.wire.CloudmacFrame.Direction;
import io.cloudmac.impl.wire.FrameException.FrameError;

/**
 * The headers of a segment: a part of a frame that exceeds the MTU (wire/SPECIFICATION.md, 1.3). The controller does
 * not reassemble frames. A sample of a segment is cut behind its headers, so this does not check that the content
 * is complete. Lengths are in octets.
 *
 * @param outer the Ethernet header
 * @param index number of the segment, from 0
 * @param count number of segments of the frame
 * @param total length of the whole content, radiotap and 802.11
 * @param size length of the content in each segment but the last
 * @param frameId the same in all segments of a frame
 */
public record Segment(OuterHeader outer, int index, int count, int total, int size, long frameId) {
    static final int OCTET0 = 0x53;

    private static final int HEADER = 12;
    private static final int TOTAL_MAXIMUM = CloudmacFrame.RADIOTAP_MAXIMUM + CloudmacFrame.FRAME_MAXIMUM;
    private static final int SIZE_MINIMUM = 512;
    private static final int COUNT_MAXIMUM = 16;

    /** Returns true if a parser of whole frames refuses the frame because it is a segment. */
    public static boolean is(final byte[] data, final OuterHeader outer) {
        return data[outer.end()] == OCTET0;
    }

    /**
     * Parses the headers of a segment. Never reads past its end.
     *
     * @throws FrameException if it is malformed, or no segment
     */
    public static Segment parse(final byte[] data, final Direction direction) throws FrameException {
        final OuterHeader outer = OuterHeader.parse(data, direction);
        final int at = outer.end();
        if (!is(data, outer) || data.length - at < HEADER || outer.tag().kind() != RadioTag.KIND_FRAME
                || outer.station().isGroup()) {
            throw new FrameException(FrameError.SEGMENT);
        }
        final int index = data[at + 1] & 0xff;
        final int total = EthernetHeader.be16(data, at + 2);
        final int size = EthernetHeader.be16(data, at + 4);
        final int count = count(total, size);
        if (index >= count) {
            throw new FrameException(FrameError.SEGMENT);
        }
        return new Segment(outer, index, count, total, size,
            (long) EthernetHeader.be16(data, at + 8) << 16 | EthernetHeader.be16(data, at + 10));
    }

    /** Returns the number of segments, or 0 if the format forbids it. */
    private static int count(final int total, final int size) {
        if (total > TOTAL_MAXIMUM || size < SIZE_MINIMUM) {
            return 0;
        }
        final int count = (total + size - 1) / size;
        return count < 2 || count > COUNT_MAXIMUM ? 0 : count;
    }

    /** Returns the offset of this segment's content in the Ethernet frame. */
    public int content() {
        return outer.end() + HEADER;
    }

    /** Returns the length of this segment's content. */
    public int contentLength() {
        return Math.min(size, total - index * size);
    }
}
