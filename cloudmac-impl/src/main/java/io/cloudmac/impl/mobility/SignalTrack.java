// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.mobility;

import io.cloudmac.impl.mobility.MobilityStatus.StationSignal;
import java.time.Duration;

/**
 * Tracks the signal of one station at one WTP.
 *
 * <p>An agent averages over all frames, also those before a silence, such as an earlier visit of the station. The
 * track subtracts the share of the old frames. That share decays with each frame, as it does at the agent.
 */
public final class SignalTrack {
    /** Weight of each frame in the average. The agents use the same. */
    private static final double WEIGHT = 1.0 / 8;

    private double average;
    private double reported;
    private long frames = -1;
    private int last;
    private int samples;
    private long atNanos;

    /** Records a report: the agent's average, and its count of frames since it knows the station. */
    public void report(final int lastDbm, final double ewma, final long count, final long nowNanos,
            final Duration staleAfter) {
        if (restartIfStale(nowNanos, staleAfter)) {
            average = lastDbm;
        } else if (frames >= 0 && count >= frames) {
            average = ewma + (average - reported) * Math.pow(1 - WEIGHT, count - frames);
        } else {
            average = ewma; // the first report since the agent started: it contains no old frames
        }
        reported = ewma;
        frames = count;
        record(lastDbm, nowNanos);
    }

    /** Records the signal of a frame. */
    void sample(final int dbm, final long nowNanos, final Duration staleAfter) {
        average = restartIfStale(nowNanos, staleAfter) ? dbm : average + (dbm - average) * WEIGHT;
        record(dbm, nowNanos);
    }

    /** Records an average that another part has computed. */
    void average(final int dbm, final long nowNanos, final Duration staleAfter) {
        restartIfStale(nowNanos, staleAfter);
        average = dbm;
        record(dbm, nowNanos);
    }

    /** Forgets a stale signal. Returns true if the next signal is the first one. */
    private boolean restartIfStale(final long nowNanos, final Duration staleAfter) {
        if (samples != 0 && nowNanos - atNanos > staleAfter.toNanos()) {
            samples = 0;
        }
        return samples == 0;
    }

    private void record(final int dbm, final long nowNanos) {
        last = dbm;
        samples++;
        atNanos = nowNanos;
    }

    /** Returns the time of the last signal on the clock of the event loop, ns. */
    long atNanos() {
        return atNanos;
    }

    /** Returns the signal as it is now. */
    public StationSignal signal(final long nowNanos) {
        return new StationSignal(average, last, samples, Duration.ofNanos(Math.max(0, nowNanos - atNanos)));
    }
}
