// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.mobility;

import io.cloudmac.impl.learned.StationKey;
import io.cloudmac.impl.wire.Mac;
import java.time.Duration;
import java.util.Map;

/** What mobility knows and overhead. From any thread. */
public interface MobilityStatus {
    /**
     * How a WTP hears a station.
     *
     * @param average moving average, dBm
     * @param last of the last frame, dBm
     * @param samples reports and frames since it was last silent for too long
     * @param age since the last of them
     */
    record StationSignal(double average, int last, int samples, Duration age) {
    }

    /**
     * What it overhead, since the start.
     *
     * @param stations of which a signal is known now
     * @param signals known now, one for each station and WTP
     * @param reports of WTPs
     * @param reportEntries stations in them
     * @param samples frames from switches
     * @param sampleBytes octets of them
     * @param decisions stations judged
     * @param handovers begun
     * @param intakeTime CPU time for reports and samples
     * @param decisionTime CPU time for decisions
     */
    record Overhead(int stations, int signals, long reports, long reportEntries, long samples, long sampleBytes,
            long decisions, long handovers, Duration intakeTime, Duration decisionTime) {
    }

    /** What it overhead. */
    Overhead overhead();

    /** How the WTPs hear a station. */
    Map<Mac, StationSignal> signals(StationKey station);
}
