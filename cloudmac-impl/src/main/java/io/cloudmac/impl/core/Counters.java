// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.core;

import java.util.Map;

/** Counts frames that came to the controller and went no further. From any thread. */
public interface Counters {
    /** Of what a malformed frame was to be one. */
    enum FrameKind {
        FRAME, ANNOUNCEMENT
    }

    /** A malformed frame, with the parser's reason. */
    record Malformed(FrameKind kind, String reason) {
    }

    /** Counts a frame that the parser refused. */
    void malformed(FrameKind kind, String reason);

    /** Malformed frames until now. */
    Map<Malformed, Long> malformed();

    /** Counts a well-formed frame that is not taken; {@code reason} is one of few. */
    void refused(String reason);

    /** Refused frames until now. */
    Map<String, Long> refused();
}
