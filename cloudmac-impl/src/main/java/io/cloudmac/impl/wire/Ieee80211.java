// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.wire;

/** The parts of an 802.11 frame that CloudMAC parses (IEEE Std 802.11-2020, 9.2 and 9.3). */
final class Ieee80211 {
    private static final int SHORTEST = 10;

    private Ieee80211() {
    }

    /**
     * Returns the length of the header.
     *
     * @return octets; 0 if the frame is shorter than its header, or has a type or protocol version that CloudMAC does
     *     not carry
     */
    static int headerLength(final byte[] data, final int offset) {
        final int left = data.length - offset;
        if (left < SHORTEST) {
            return 0;
        }
        final int control = data[offset] & 0xff;
        final int flags = data[offset + 1] & 0xff;
        if ((control & 0x03) != 0) {
            return 0;
        }
        final boolean order = (flags & 0x80) != 0;
        final int need = switch (control & 0x0c) {
            case 0x00 -> order ? 28 : 24;
            case 0x04 -> (control & 0xe0) == 0xc0 ? 10 : 16;
            case 0x08 -> {
                final int addresses = (flags & 0x03) == 0x03 ? 30 : 24;
                final boolean qos = (control & 0x80) != 0;
                yield addresses + (qos ? order ? 6 : 2 : 0);
            }
            default -> 0;
        };
        return left >= need ? need : 0;
    }

    static boolean isProbeRequest(final byte[] data, final int offset) {
        return (data[offset] & 0xfc) == 0x40;
    }

    static boolean isBeacon(final byte[] data, final int offset) {
        return (data[offset] & 0xfc) == 0x80;
    }
}
