// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.firstcontact;

import io.cloudmac.impl.steering.Grounds.Input;
import io.cloudmac.impl.wire.Mac;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The copies of a station's first frames, as the WTPs heard them within a short time. */
final class ContactWindow {
    private final Map<Mac, Input> inputs = new TreeMap<>();
    private byte[] newest;
    private long heard;

    /**
     * Begins with a frame.
     *
     * @param now the event loop's time, ns
     */
    ContactWindow(final byte[] first, final long now) {
        keep(first, now);
    }

    /** A station that says more means that, not what it said before. */
    void keep(final byte[] frame, final long now) {
        newest = frame;
        heard = now;
    }

    /** The frame that the VAP is to get once the station is bound; empty if it came longer than {@code limit} ago. */
    Optional<byte[]> frame(final long now, final Duration limit) {
        return now - heard > limit.toNanos() ? Optional.empty() : Optional.of(newest);
    }

    /** A WTP heard the station. */
    void add(final Mac wtp, final int signal) {
        inputs.merge(wtp, Input.of(wtp, signal, 1), (before, now) ->
            Input.of(wtp, Math.max(before.signal(), now.signal()), before.samples() + 1));
    }

    /** The WTP with the strongest signal, of several the one with the lowest id. */
    Optional<Mac> strongest() {
        return inputs.values().stream()
            .max(Comparator.comparingInt(Input::signal).thenComparing(Input::wtp, Comparator.reverseOrder()))
            .map(Input::wtp);
    }

    List<Input> inputs() {
        return List.copyOf(inputs.values());
    }
}
