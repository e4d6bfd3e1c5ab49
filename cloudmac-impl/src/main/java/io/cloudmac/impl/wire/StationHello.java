// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.wire;

import java.util.Arrays;
import java.util.Optional;

/**
 * A hello of a virtual station (wire/SPECIFICATION.md, 1.5.2).
 *
 * @param station address of the virtual station
 * @param flags bitwise or of {@link #AWAKE} and {@link #ASSOCIATED}
 * @param frequency centre of the channel that it uses, MHz; 0 if it uses none
 * @param bssid the BSS that it joined or authenticates with; {@link Mac#NULL} if there is none
 * @param ssid the SSID of this BSS; empty if it is not known
 */
public record StationHello(Mac station, int flags, int frequency, Mac bssid, RawSsid ssid) {
    /** The virtual station does not doze. */
    public static final int AWAKE = 0x01;
    /** The virtual station is associated. */
    public static final int ASSOCIATED = 0x02;

    private static final int ADDRESS1 = 4;
    private static final int ADDRESS2 = 10;
    private static final int ADDRESS3 = 16;
    private static final int BODY = 24;
    private static final int SSID = 15;
    /** Frame control of an Action No Ack frame, little-endian. */
    private static final int ACTION_NO_ACK = 0x00e0;
    /** Category 127, the OUI 12-13-37 and the type of a hello. */
    private static final byte[] BODY_START = {127, 0x12, 0x13, 0x37, 2};

    /**
     * Parses the hello in a CloudMAC frame of the downlink. Ignores reserved bits, and octets after the SSID.
     *
     * @return empty if the frame is no hello, or a malformed one
     */
    public static Optional<StationHello> of(final byte[] data, final CloudmacFrame frame) {
        final int body = frame.frame() + BODY;
        final int left = frame.frameLength() - BODY - SSID;
        if (frame.direction() != CloudmacFrame.Direction.DOWNLINK || frame.tag().kind() != RadioTag.KIND_VSTA
                || left < 0 || EthernetHeader.le16(data, frame.frame()) != ACTION_NO_ACK
                || !hasAddresses(data, frame)
                || !Arrays.equals(data, body, body + BODY_START.length, BODY_START, 0, BODY_START.length)) {
            return Optional.empty();
        }
        final Mac bssid = Mac.of(data, body + 8);
        final int length = data[body + SSID - 1] & 0xff;
        if (bssid.isGroup() || length > RawSsid.MAXIMUM || length > left) {
            return Optional.empty();
        }
        return Optional.of(new StationHello(Mac.of(data, frame.frame() + ADDRESS2),
            data[body + 5] & (AWAKE | ASSOCIATED), EthernetHeader.le16(data, body + 6), bssid,
            RawSsid.of(data, body + SSID, length)));
    }

    /** Checks that the frame goes to all, and that the tag names its sender. */
    private static boolean hasAddresses(final byte[] data, final CloudmacFrame frame) {
        final Mac station = Mac.of(data, frame.frame() + ADDRESS2);
        return frame.station().equals(Mac.BROADCAST)
            && Mac.of(data, frame.frame() + ADDRESS1).equals(Mac.BROADCAST)
            && Mac.of(data, frame.frame() + ADDRESS3).equals(Mac.BROADCAST)
            && !station.isGroup() && !station.isNull()
            && station.lastTwoOctets() != RadioTag.VAP_ANY && station.lastTwoOctets() == frame.tag().vap();
    }

    /** Returns true if the virtual station does not doze. */
    public boolean isAwake() {
        return (flags & AWAKE) != 0;
    }

    /** Returns true if the virtual station is associated. */
    public boolean isAssociated() {
        return (flags & ASSOCIATED) != 0;
    }
}
