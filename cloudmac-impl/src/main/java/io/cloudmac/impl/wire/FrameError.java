// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.wire;

/** Why a parser refused a frame; the names are those of the wire format's specification. */
public enum FrameError {
    SHORT("short"),
    ETHERTYPE("ethertype"),
    VERSION("version"),
    KIND("kind"),
    ADDRESS("address"),
    RADIOTAP("radiotap"),
    IEEE80211("80211"),
    TLV("tlv");

    private final String reason;

    FrameError(final String reason) {
        this.reason = reason;
    }

    /** The name that all parsers count the frame under. */
    public String reason() {
        return reason;
    }
}
