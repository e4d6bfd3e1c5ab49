// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.wire;

import io.cloudmac.impl.wire.FrameException.FrameError;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * A beacon of a VAP (IEEE Std 802.11-2020, 9.3.3.2).
 *
 * @param bssid the VAP
 * @param ssid the SSID, with octets that are not UTF-8 replaced; empty if it is hidden
 * @param channel the channel number in the DS Parameter Set or HT Operation element; 0 if there is neither
 * @param interval the beacon interval, time units of 1024 microseconds
 */
public record Beacon(Mac bssid, String ssid, int channel, int interval) {
    private static final String REPLACEMENT = Character.toString(0xfffd);
    private static final int ADDRESS3 = 16;
    private static final int FIXED = 12;
    private static final int INTERVAL = 8;
    private static final int ELEMENT_SSID = 0;
    private static final int ELEMENT_DS = 3;
    private static final int ELEMENT_HT_OPERATION = 61;
    private static final int SSID_MAXIMUM = 32;

    /**
     * Parses the beacon in a CloudMAC frame.
     *
     * @return empty if the frame is not a beacon
     * @throws FrameException if the beacon is too short, if an element exceeds the frame, or if the BSSID is not
     *     permitted for a VAP or differs from the radio tag
     */
    public static Optional<Beacon> of(final byte[] data, final CloudmacFrame frame) throws FrameException {
        if (!Ieee80211.isBeacon(data, frame.frame())) {
            return Optional.empty();
        }
        final Mac bssid = Mac.of(data, frame.frame() + ADDRESS3);
        if (bssid.isGroup() || bssid.isNull() || bssid.lastTwoOctets() == RadioTag.VAP_ANY
                || bssid.lastTwoOctets() != frame.tag().vap()) {
            throw new FrameException(FrameError.ADDRESS);
        }
        final int fixed = frame.frame() + frame.headerLength();
        final int end = frame.frame() + frame.frameLength();
        if (fixed + FIXED > end) {
            throw new FrameException(FrameError.IEEE80211);
        }
        String ssid = "";
        int channel = 0;
        int at = fixed + FIXED;
        while (at < end) {
            if (at + 2 > end || at + 2 + (data[at + 1] & 0xff) > end) {
                throw new FrameException(FrameError.IEEE80211);
            }
            final int type = data[at] & 0xff;
            final int length = data[at + 1] & 0xff;
            if (type == ELEMENT_SSID) {
                if (length > SSID_MAXIMUM) {
                    throw new FrameException(FrameError.IEEE80211);
                }
                ssid = text(data, at + 2, length);
            } else if (length > 0 && (type == ELEMENT_DS || type == ELEMENT_HT_OPERATION && channel == 0)) {
                channel = data[at + 2] & 0xff;
            }
            at += 2 + length;
        }
        return Optional.of(new Beacon(bssid, ssid, channel, EthernetHeader.le16(data, fixed + INTERVAL)));
    }

    /** Decodes an SSID. A hidden one is empty or all zero; control characters are replaced, for XML and consoles. */
    static String text(final byte[] data, final int offset, final int length) {
        boolean hidden = true;
        for (int i = 0; i < length; i++) {
            hidden &= data[offset + i] == 0;
        }
        if (hidden) {
            return "";
        }
        try {
            return StandardCharsets.UTF_8.newDecoder()
                .onMalformedInput(CodingErrorAction.REPLACE)
                .onUnmappableCharacter(CodingErrorAction.REPLACE)
                .decode(ByteBuffer.wrap(data, offset, length))
                .toString()
                .replaceAll("\\p{Cntrl}", REPLACEMENT);
        } catch (final CharacterCodingException e) {
            throw new IllegalStateException("malformed input is replaced", e);
        }
    }
}
