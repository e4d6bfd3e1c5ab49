// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.wire;

import io.cloudmac.impl.wire.CloudmacFrame.Direction;
import io.cloudmac.impl.wire.FrameException.FrameError;

/**
 * What a frame and all its segments have in common: the Ethernet header with the radio tag.
 *
 * @param vlan VLAN id; -1 if untagged
 * @param station the outer address that is not the radio tag
 * @param tag the radio tag
 * @param end offset of what follows, at least 8 octets
 */
public record OuterHeader(int vlan, Mac station, RadioTag tag, int end) {
    private static final int CONTENT_MINIMUM = 8;

    /**
     * Parses the header of a frame or segment. Never reads past its end.
     *
     * @throws FrameException if it is malformed; its reason names the counter
     */
    public static OuterHeader parse(final byte[] data, final Direction direction) throws FrameException {
        final EthernetHeader ethernet = EthernetHeader.of(data, CloudmacFrame.ETHERTYPE, 0);
        final boolean down = direction == Direction.DOWNLINK;
        final Mac station = down ? ethernet.destination() : ethernet.source();
        final RadioTag tag = RadioTag.of(down ? ethernet.source() : ethernet.destination());
        if (down && tag.kind() != RadioTag.KIND_FRAME && tag.kind() != RadioTag.KIND_VSTA) {
            throw new FrameException(FrameError.KIND);
        }
        if (station.isNull() || !down && station.isGroup()) {
            throw new FrameException(FrameError.ADDRESS);
        }
        if (data.length - ethernet.end() < CONTENT_MINIMUM) {
            throw new FrameException(FrameError.SHORT);
        }
        return new OuterHeader(ethernet.vlan(), station, tag, ethernet.end());
    }
}
