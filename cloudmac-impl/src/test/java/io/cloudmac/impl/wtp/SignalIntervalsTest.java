// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.wtp;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The interval of signal reports that several parts want. */
class SignalIntervalsTest {
    @Test
    void theShortestIntervalAppliesUntilNobodyWantsReports() {
        final List<Integer> chosen = new ArrayList<>();
        final SignalIntervals subject = new SignalIntervals(chosen::add);
        subject.set("mobility", 100);
        subject.set("graph", 20);
        subject.set("graph", 500);
        subject.set("mobility", 0);
        subject.set("graph", 0);
        assertEquals(List.of(100, 20, 100, 500, 0), chosen);
    }
}
