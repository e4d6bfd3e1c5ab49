// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.wire;

/** A frame that a parser refused. Carries no stack trace: frames come by the thousand. */
public final class FrameException extends Exception {
    private static final long serialVersionUID = 1L;

    private final FrameError error;

    FrameException(final FrameError error) {
        super(error.reason(), null, false, false);
        this.error = error;
    }

    /** The reason to count the frame under. */
    public FrameError error() {
        return error;
    }
}
