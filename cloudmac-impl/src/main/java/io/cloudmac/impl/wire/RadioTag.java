// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.wire;

/**
 * The radio tag: what stands where the VAP's address would.
 *
 * @param level dBm, transmit power on the downlink and received signal on the
 *     uplink; {@link #LEVEL_UNKNOWN}: the WTP decides, or is not known
 * @param rate in units of 500 kbit/s; 0: as in the radiotap header
 * @param priority 802.1D user priority
 * @param kind {@link #KIND_FRAME} or {@link #KIND_TX_STATUS}
 * @param vap the VAP id, {@link #VAP_ANY} where no VAP is named
 */
public record RadioTag(int level, int rate, int priority, int kind, int vap) {
    public static final int OCTET0 = 0x12;
    public static final int LEVEL_UNKNOWN = -128;
    public static final int KIND_FRAME = 0;
    public static final int KIND_TX_STATUS = 1;
    public static final int VAP_ANY = 0xffff;
    /** User priority of management frames. */
    public static final int PRIORITY_MANAGEMENT = 7;
    /** Kilobits per second in one unit of {@link #rate}. */
    public static final int RATE_UNIT = 500;

    static RadioTag of(final Mac address) throws FrameException {
        final long value = address.value();
        if (value >> 40 != OCTET0) {
            throw new FrameException(FrameError.VERSION);
        }
        final int kind = (int) (value >> 16 & 15);
        if (kind > KIND_TX_STATUS) {
            throw new FrameException(FrameError.KIND);
        }
        return new RadioTag((byte) (value >> 32), (int) (value >> 24 & 0xff), (int) (value >> 21 & 7), kind,
            address.lastTwoOctets());
    }

    /** The tag in the form of an address. */
    public Mac toMac() {
        return new Mac((long) OCTET0 << 40 | (level & 0xffL) << 32 | (rate & 0xffL) << 24
            | (long) ((priority & 7) << 5 | kind & 15) << 16 | vap & 0xffff);
    }
}
