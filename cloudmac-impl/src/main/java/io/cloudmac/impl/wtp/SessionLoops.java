// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.wtp;

import io.cloudmac.impl.wire.Mac;
import java.util.List;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/** Divides the sessions among event loops: all that concerns a WTP runs in one of them. Thread-safe. */
final class SessionLoops implements AutoCloseable {
    /** 2^64 divided by the golden ratio: the upper half of a product with it depends on all bits of an address. */
    private static final long MIX = 0x9e37_79b9_7f4a_7c15L;

    private final List<WtpSessions> parts;

    /**
     * Creates the sessions of each loop.
     *
     * @param loops the number of loops
     * @param part creates the sessions of the loop with a number from 0
     */
    SessionLoops(final int loops, final IntFunction<WtpSessions> part) {
        parts = IntStream.range(0, loops).mapToObj(part).toList();
    }

    /** Returns the sessions to which a WTP belongs. */
    WtpSessions of(final Mac wtp) {
        // The addresses of a series often differ by multiples of a power of two.
        return parts.get((int) ((wtp.value() * MIX >>> Integer.SIZE) % parts.size()));
    }

    /** Releases leases of these VAPs that no station needs, now and at the last call. */
    void releaseLeftovers(final Set<Mac> vaps) {
        parts.forEach(part -> part.releaseLeftovers(vaps));
    }

    /** Sets the interval of all agents' signal reports, ms; 0: no reports. */
    void reportSignals(final int intervalMillis) {
        parts.forEach(part -> part.reportSignals(intervalMillis));
    }

    /** Closes all sessions. The leases stay at the agents until they expire. */
    @Override
    public void close() {
        parts.forEach(WtpSessions::close);
    }
}
