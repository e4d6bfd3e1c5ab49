// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.wire;

/** The refusal of a malformed frame. It has no stack trace, because malformed frames can arrive at a high rate. */
public final class FrameException extends Exception {
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
