// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.firstcontact;

import io.cloudmac.impl.steering.Grounds.SignalInput;
import io.cloudmac.impl.wire.Mac;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;

/** Collects the copies of a station's first frames that the WTPs receive within a short time. */
final class ContactWindow {
    private final Map<Mac, SignalInput> inputs = new TreeMap<>();
    private byte[] newest;
    private long newestAt;

    /**
     * Opens the window with a frame.
     *
     * @param first the whole frame
     * @param now time of the event loop, ns
     */
    ContactWindow(final byte[] first, final long now) {
        replaceFrame(first, now);
    }

    /** Replaces the frame: a later frame of the station overrides an earlier one. */
    void replaceFrame(final byte[] frame, final long now) {
        newest = frame;
        newestAt = now;
    }

    /** Returns the frame for the VAP; empty if it is older than {@code limit}. */
    Optional<byte[]> frame(final long now, final Duration limit) {
        return now - newestAt > limit.toNanos() ? Optional.empty() : Optional.of(newest);
    }

    /** Adds the signal of a copy that a WTP received. */
    void add(final Mac wtp, final int signal) {
        inputs.merge(wtp, SignalInput.of(wtp, signal, 1), (before, now) ->
            SignalInput.of(wtp, Math.max(before.signal(), now.signal()), before.samples() + 1));
    }

    /** Returns the WTP with the strongest signal; among equals, the one with the lowest id. */
    Optional<Mac> strongest() {
        return strongest(wtp -> true);
    }

    /** Returns the WTP with the strongest signal among those that {@code may} serve. */
    Optional<Mac> strongest(final Predicate<Mac> may) {
        return inputs.values().stream().filter(input -> may.test(input.wtp()))
            .max(Comparator.comparingInt(SignalInput::signal)
                .thenComparing(SignalInput::wtp, Comparator.reverseOrder()))
            .map(SignalInput::wtp);
    }

    List<SignalInput> inputs() {
        return List.copyOf(inputs.values());
    }
}
