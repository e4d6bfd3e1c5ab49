// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.wire;

/** The refusal of a malformed frame. It has no stack trace, because malformed frames can arrive at a high rate. */
public final class FrameException extends Exception {
    /** Why a parser refused a frame. The names are those of wire/SPECIFICATION.md. */
    public enum FrameError {
        SHORT("short"),
        ETHERTYPE("ethertype"),
        VERSION("version"),
        KIND("kind"),
        ADDRESS("address"),
        RADIOTAP("radiotap"),
        IEEE80211("80211"),
        TLV("tlv"),
        SEGMENT("segment");

        private final String reason;

        FrameError(final String reason) {
            this.reason = reason;
        }

        /** Returns the name of the counter, the same in all implementations of the wire format. */
        public String reason() {
            return reason;
        }
    }

    private static final long serialVersionUID = 1L;

    private final FrameError error;

    FrameException(final FrameError error) {
        super(error.reason(), null, false, false);
        this.error = error;
    }

    /** Returns the reason, under which the caller counts the frame. */
    public FrameError error() {
        return error;
    }
}
