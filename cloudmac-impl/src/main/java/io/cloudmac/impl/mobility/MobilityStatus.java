// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.mobility;

import io.cloudmac.impl.learned.Client;
import io.cloudmac.impl.wire.Mac;
import java.time.Duration;
import java.util.Map;

/** Reports the signals of stations, and the overhead of mobility. Thread-safe. */
public interface MobilityStatus {
    /**
     * The signal of a station at a WTP.
     *
     * @param average moving average, dBm
     * @param last signal of the last frame, dBm
     * @param samples number of reports and frames since the signal was last stale
     * @param age time since the last of them
     */
    record StationSignal(double average, int last, int samples, Duration age) {
    }

    /**
     * The overhead of mobility since the start.
     *
     * @param stations number of stations with a known signal now
     * @param signals number of known signals now, one for each station and WTP
     * @param reports number of signal reports
     * @param reportEntries number of stations in all reports
     * @param samples number of samples from switches
     * @param sampleBytes octets of all samples
     * @param decisions number of verdicts on stations
     * @param handovers number of handovers begun
     * @param intakeTime CPU time for reports and samples
     * @param decisionTime CPU time for verdicts
     */
    record Overhead(int stations, int signals, long reports, long reportEntries, long samples, long sampleBytes,
            long decisions, long handovers, Duration intakeTime, Duration decisionTime) {
    }

    /** Returns the overhead since the start. */
    Overhead overhead();

    /** Returns the signals of a station, by WTP. */
    Map<Mac, StationSignal> signals(Client client);
}
