// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.firstcontact;

import io.cloudmac.impl.steering.SteeringTrigger.SignalInput;
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
    /**
     * A frame of a station.
     *
     * @param data the whole frame
     * @param receivedAtNanos when the controller received it, on the clock of the event loop, ns
     */
    record Frame(byte[] data, long receivedAtNanos) {
        /** Returns true if the frame is older than {@code limit} at the time {@code nowNanos}, ns. */
        boolean isOlderThan(final Duration limit, final long nowNanos) {
            return nowNanos - receivedAtNanos > limit.toNanos();
        }
    }

    private final Map<Mac, SignalInput> inputs = new TreeMap<>();
    private final long openedAtNanos;
    private Frame newest;
    private Mac chosen;

    /** Opens the window with a frame. */
    ContactWindow(final Frame first) {
        openedAtNanos = first.receivedAtNanos();
        newest = first;
    }

    /** Returns the time from the reception of the first frame until {@code nowNanos}, ns. */
    Duration age(final long nowNanos) {
        return Duration.ofNanos(nowNanos - openedAtNanos);
    }

    /** Ends the choice: from now on, only the frames of this WTP replace the frame for the VAP. */
    void choose(final Mac wtp) {
        chosen = wtp;
    }

    /**
     * Replaces the frame for the VAP: a later frame of the station overrides an earlier one.
     *
     * @param wtp the WTP that received it
     * @return false, and nothing is replaced, if another WTP has been chosen
     */
    boolean replaceFrame(final Mac wtp, final Frame frame) {
        if (chosen != null && !chosen.equals(wtp)) {
            return false;
        }
        newest = frame;
        return true;
    }

    /** Returns the frame for the VAP; empty if it is older than {@code limit}. */
    Optional<byte[]> frame(final long nowNanos, final Duration limit) {
        return newest.isOlderThan(limit, nowNanos) ? Optional.empty() : Optional.of(newest.data());
    }

    /** Adds the signal of a copy that a WTP received. */
    void add(final Mac wtp, final int signal) {
        add(SignalInput.of(wtp, signal, 1));
    }

    /** Adds the best signal of several frames that a WTP received. */
    void add(final SignalInput input) {
        inputs.merge(input.wtp(), input, (before, now) -> SignalInput.of(input.wtp(),
            Math.max(before.signal(), now.signal()), before.samples() + now.samples()));
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
