// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.mobility;

import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.MobilityBuilder;
import org.opendaylight.yangtools.yang.common.Uint32;
import org.opendaylight.yangtools.yang.common.Uint64;

/** The encoding of the overhead of mobility in {@code cloudmac-state}. */
final class MobilityState {
    private MobilityState() {
    }

    static org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.Mobility of(
            final MobilityStatus.Overhead overhead) {
        return new MobilityBuilder()
            .setStations(Uint32.valueOf(overhead.stations()))
            .setSignals(Uint32.valueOf(overhead.signals()))
            .setReports(Uint64.valueOf(overhead.reports()))
            .setReportEntries(Uint64.valueOf(overhead.reportEntries()))
            .setSamples(Uint64.valueOf(overhead.samples()))
            .setSampleBytes(Uint64.valueOf(overhead.sampleBytes()))
            .setDecisions(Uint64.valueOf(overhead.decisions()))
            .setHandovers(Uint64.valueOf(overhead.handovers()))
            .setReportTime(Uint64.valueOf(overhead.intakeTime().toNanos() / 1000))
            .setDecisionTime(Uint64.valueOf(overhead.decisionTime().toNanos() / 1000))
            .build();
    }
}
