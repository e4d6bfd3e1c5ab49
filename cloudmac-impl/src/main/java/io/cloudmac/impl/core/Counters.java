// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.core;

import java.util.Map;

/** Counters of the frames that the controller received and dropped. Safe to use from any thread. */
public interface Counters {
    /** The format that the parser expected of a malformed frame. */
    enum FrameKind {
        FRAME, ANNOUNCEMENT
    }

    /** The key of a counter of malformed frames: the expected format and the parser's reason. */
    record Malformed(FrameKind kind, String reason) {
    }

    /** Counts a frame that the parser refused. */
    void countMalformed(FrameKind kind, String reason);

    /** Returns the number of malformed frames since the start. */
    Map<Malformed, Long> malformed();

    /** Counts a well-formed frame that the controller drops; {@code reason} is one of a small fixed set. */
    void countRefused(String reason);

    /** Returns the number of dropped well-formed frames since the start, by reason. */
    Map<String, Long> refused();
}
