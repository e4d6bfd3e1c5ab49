// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.wire;

import io.cloudmac.impl.wire.FrameException.FrameError;

/**
 * An Ethernet header with at most one 802.1Q tag.
 *
 * @param destination destination address
 * @param source source address
 * @param vlan VLAN id; -1 if untagged
 * @param end offset of the first octet after the ethertype
 */
record EthernetHeader(Mac destination, Mac source, int vlan, int end) {
    private static final int LENGTH = 14;
    static final int VLAN_LENGTH = 4;
    private static final int TYPE_VLAN = 0x8100;

    /**
     * Parses the header of a frame.
     *
     * @param ethertype the ethertype that the frame must have
     * @param body the number of octets that must follow the header
     * @throws FrameException if the frame is too short or has another ethertype
     */
    static EthernetHeader of(final byte[] data, final int ethertype, final int body) throws FrameException {
        if (data.length < LENGTH + body) {
            throw new FrameException(FrameError.SHORT);
        }
        int type = 2 * Mac.LENGTH;
        int vlan = -1;
        if (be16(data, type) == TYPE_VLAN) {
            if (data.length < LENGTH + VLAN_LENGTH + body) {
                throw new FrameException(FrameError.SHORT);
            }
            vlan = be16(data, type + 2) & 0x0fff;
            type += VLAN_LENGTH;
        }
        if (be16(data, type) != ethertype) {
            throw new FrameException(FrameError.ETHERTYPE);
        }
        return new EthernetHeader(Mac.of(data, 0), Mac.of(data, Mac.LENGTH), vlan, type + 2);
    }

    static int be16(final byte[] data, final int offset) {
        return (data[offset] & 0xff) << 8 | data[offset + 1] & 0xff;
    }

    static int le16(final byte[] data, final int offset) {
        return (data[offset + 1] & 0xff) << 8 | data[offset] & 0xff;
    }
}
