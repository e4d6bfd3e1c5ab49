// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.wire;

import java.util.Optional;

/**
 * A probe request of a station (IEEE Std 802.11-2020, 9.3.3.9).
 *
 * @param ssid the SSID that it names; empty if it names none
 */
public record ProbeRequest(RawSsid ssid) {
    private static final int ELEMENT_SSID = 0;

    /** Parses a frame; empty if it is no probe request. A malformed SSID element names no SSID. */
    public static Optional<ProbeRequest> of(final byte[] data, final CloudmacFrame frame) {
        if (!Ieee80211.isProbeRequest(data, frame.frame())) {
            return Optional.empty();
        }
        final int at = frame.frame() + frame.headerLength();
        final int end = frame.frame() + frame.frameLength();
        if (at + 2 > end || data[at] != ELEMENT_SSID) {
            return Optional.of(new ProbeRequest(RawSsid.NONE));
        }
        final int length = data[at + 1] & 0xff;
        return Optional.of(new ProbeRequest(
            length > RawSsid.MAXIMUM || at + 2 + length > end ? RawSsid.NONE : RawSsid.of(data, at + 2, length)));
    }

    /** Returns true if a VAP with this SSID answers; the SSID is empty if the VAP hides it. */
    public boolean isFor(final RawSsid vapSsid) {
        return ssid.isEmpty() || vapSsid.isEmpty() || ssid.equals(vapSsid);
    }
}
