// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.wire;

import io.cloudmac.impl.wire.FrameException.FrameError;
import java.util.Optional;

/**
 * A beacon of a VAP (IEEE Std 802.11-2020, 9.3.3.2).
 *
 * @param bssid the VAP
 * @param ssid the SSID; empty if it is hidden
 * @param frequency centre frequency of the primary channel, MHz; 0 if no element names one
 * @param intervalTu the beacon interval, time units of 1024 microseconds
 * @param width width of the channel, MHz: 20, 40, 80 or 160
 */
public record Beacon(Mac bssid, RawSsid ssid, int frequency, int intervalTu, int width) {
    private static final int ADDRESS3 = 16;
    private static final int FIXED = 12;
    private static final int INTERVAL = 8;
    private static final int ELEMENT_SSID = 0;

    /** Creates a beacon of a channel of 20 MHz. */
    public Beacon(final Mac bssid, final RawSsid ssid, final int frequency, final int intervalTu) {
        this(bssid, ssid, frequency, intervalTu, ChannelWidth.LEAST);
    }

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
        RawSsid ssid = RawSsid.NONE;
        final PrimaryChannel channel = new PrimaryChannel();
        final ChannelWidth width = new ChannelWidth();
        int at = fixed + FIXED;
        while (at < end) {
            if (at + 2 > end || at + 2 + (data[at + 1] & 0xff) > end) {
                throw new FrameException(FrameError.IEEE80211);
            }
            final int type = data[at] & 0xff;
            final int length = data[at + 1] & 0xff;
            if (type == ELEMENT_SSID) {
                if (length > RawSsid.MAXIMUM) {
                    throw new FrameException(FrameError.IEEE80211);
                }
                ssid = RawSsid.of(data, at + 2, length);
            } else {
                channel.read(data, type, at + 2, length);
                width.read(data, type, at + 2, length);
            }
            at += 2 + length;
        }
        return Optional.of(new Beacon(bssid, ssid, channel.frequency(), EthernetHeader.le16(data, fixed + INTERVAL),
            width.megahertz()));
    }
}
