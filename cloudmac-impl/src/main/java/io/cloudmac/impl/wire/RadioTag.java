// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.wire;

import io.cloudmac.impl.wire.FrameException.FrameError;

/**
 * The radio tag, which replaces the VAP's address in the Ethernet header (wire/SPECIFICATION.md).
 *
 * @param level transmit power on the downlink, received signal on the uplink, dBm; {@link #LEVEL_UNKNOWN} lets the WTP
 *     decide on the downlink and means an unknown signal on the uplink
 * @param rate rate in units of 500 kbit/s; 0 if the radiotap header has it
 * @param priority 802.1D user priority, 0 to 7
 * @param kind {@link #KIND_FRAME}, {@link #KIND_TX_STATUS}, {@link #KIND_NEIGHBOUR} or {@link #KIND_VSTA}
 * @param vap the id of the VAP or virtual station; {@link #VAP_ANY} if the frame names none
 */
public record RadioTag(int level, int rate, int priority, int kind, int vap) {
    public static final int OCTET0 = 0x12;
    public static final int LEVEL_UNKNOWN = -128;
    public static final int KIND_FRAME = 0;
    public static final int KIND_TX_STATUS = 1;
    /** A beacon of an access point that a WTP receives, for a VAP. */
    public static final int KIND_NEIGHBOUR = 2;
    /** A message of a virtual station or to it, in both directions. */
    public static final int KIND_VSTA = 3;
    public static final int VAP_ANY = 0xffff;
    /** User priority of beacons of neighbours and survey reports: background. */
    public static final int PRIORITY_NEIGHBOUR = 1;
    /** User priority of management frames and messages of virtual stations. */
    public static final int PRIORITY_MANAGEMENT = 7;
    /** The unit of {@link #rate}, kbit/s. */
    public static final int RATE_UNIT = 500;

    static RadioTag of(final Mac address) throws FrameException {
        final long value = address.value();
        if (value >> 40 != OCTET0) {
            throw new FrameException(FrameError.VERSION);
        }
        final int kind = (int) (value >> 16 & 15);
        if (kind > KIND_VSTA) {
            throw new FrameException(FrameError.KIND);
        }
        return new RadioTag((byte) (value >> 32), (int) (value >> 24 & 0xff), (int) (value >> 21 & 7), kind,
            address.lastTwoOctets());
    }

    /** Returns the tag encoded as an address. */
    public Mac toMac() {
        return new Mac((long) OCTET0 << 40 | (level & 0xffL) << 32 | (rate & 0xffL) << 24
            | (long) ((priority & 7) << 5 | kind & 15) << 16 | vap & 0xffff);
    }
}
