// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.mobility;

import io.cloudmac.impl.mobility.MobilityStatus.StationSignal;
import java.time.Duration;

/**
 * The signal of one station at one WTP. An agent's average is over all frames
 * and remembers what was before a silence, a former visit of the station for
 * example; what that makes of the average is taken away, and fades with the
 * frames as it does at the agent.
 */
final class SignalTrack {
    /** Of each frame in the average, at the agents as well. */
    private static final double WEIGHT = 1.0 / 8;

    private double average;
    private double reported;
    private long frames = -1;
    private int last;
    private int samples;
    private long at;

    /** A report: the agent's average, and its count of frames since it knows the station. */
    void report(final int lastDbm, final double ewma, final long count, final long now, final Duration staleAfter) {
        if (begins(now, staleAfter)) {
            average = lastDbm;
        } else if (frames >= 0 && count >= frames) {
            average = ewma + (average - reported) * Math.pow(1 - WEIGHT, count - frames);
        } else {
            average = ewma; // its first since the agent started: nothing old is in it
        }
        reported = ewma;
        frames = count;
        take(lastDbm, now);
    }

    /** A frame. */
    void sample(final int dbm, final long now, final Duration staleAfter) {
        average = begins(now, staleAfter) ? dbm : average + (dbm - average) * WEIGHT;
        take(dbm, now);
    }

    private boolean begins(final long now, final Duration staleAfter) {
        if (samples != 0 && now - at > staleAfter.toNanos()) {
            samples = 0;
        }
        return samples == 0;
    }

    private void take(final int dbm, final long now) {
        last = dbm;
        samples++;
        at = now;
    }

    /** When it was last heard, on the loop's clock. */
    long at() {
        return at;
    }

    StationSignal signal(final long now) {
        return new StationSignal(average, last, samples, Duration.ofNanos(Math.max(0, now - at)));
    }
}
