// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.qos.reconcile;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.cloudmac.impl.qos.reconcile.PortDecision.Step;
import io.cloudmac.impl.qos.reconcile.PortDecision.SwitchFeedback;
import io.cloudmac.impl.qos.reconcile.PortState.Progress;
import io.cloudmac.impl.qos.rows.ReferencedQos;
import io.cloudmac.impl.qos.rows.SwitchCapabilities;
import io.cloudmac.impl.qos.strategies.PortQos;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The next step for a port, for each state of its configured and actual rows. */
class PortDecisionTest {
    private static final PortQos HTB = PortQos.of(PortQos.HTB, Map.of("max-rate", "1"), Map.of());
    private static final PortQos HTB_FASTER = PortQos.of(PortQos.HTB, Map.of("max-rate", "2"), Map.of());
    private static final PortQos CODEL = PortQos.of("linux-codel", Map.of("target", "1"), Map.of());
    private static final PortQos CODEL_OTHER = PortQos.of("linux-codel", Map.of("target", "2"), Map.of());
    private static final SwitchFeedback QUIET = new SwitchFeedback(SouthboundReport.NONE, SwitchCapabilities.STOCK,
        true);
    private static final SwitchFeedback PATCHED = new SwitchFeedback(SouthboundReport.NONE,
        SwitchCapabilities.of(Map.of("qos_types", "linux-codel")), true);

    @Test
    void rowsReadBackAsDesiredAreActive() {
        assertDecision(Step.NONE, Progress.ACTIVE, "", decide(CODEL, ours(CODEL), ours(CODEL)));
        assertDecision(Step.NONE, Progress.ACTIVE, "", decide(null, null, null));
    }

    @Test
    void rowsNotYetReadBackArePending() {
        assertDecision(Step.NONE, Progress.PENDING, "the switch does not have the rows yet",
            decide(CODEL, ours(CODEL), null));
        assertDecision(Step.NONE, Progress.PENDING, "the switch does not have the rows yet",
            decide(CODEL, ours(CODEL), ours(HTB)));
        assertDecision(Step.NONE, Progress.PENDING, "the switch has not removed the queue yet",
            decide(null, null, ours(HTB)));
    }

    @Test
    void otherTypeOrLiveParametersAreWrittenInPlace() {
        assertEquals(Step.WRITE, decide(CODEL, ours(HTB), ours(HTB)).step());
        assertEquals(Step.WRITE, decide(HTB_FASTER, ours(HTB), ours(HTB)).step());
        assertEquals(Step.WRITE, decide(HTB, null, null).step());
    }

    @Test
    void optionsFixedAtInstallationRemoveTheRowFirst() {
        assertEquals(Step.REMOVE, decide(CODEL_OTHER, ours(CODEL), ours(CODEL)).step());
        assertDecision(Step.NONE, Progress.PENDING, "the switch must remove the previous queue first",
            decide(CODEL_OTHER, null, ours(CODEL)));
        assertDecision(Step.NONE, Progress.PENDING, "the switch is removing the previous queue",
            PortDecision.of(Optional.of(CODEL_OTHER), Optional.empty(), Optional.empty(), QUIET, false, false));
        assertEquals(Step.WRITE, decide(CODEL_OTHER, null, null).step());
    }

    @Test
    void aPatchedSwitchChangesOptionsInPlace() {
        assertEquals(Step.WRITE, PortDecision.of(Optional.of(CODEL_OTHER), ours(CODEL), ours(CODEL), PATCHED, true,
            false).step());
        assertEquals(Step.WRITE, PortDecision.of(Optional.of(CODEL_OTHER), Optional.empty(), ours(CODEL), PATCHED,
            true, false).step());
    }

    @Test
    void anErrorOfTheSwitchFailsTheRowsThatItHas() {
        final SwitchCapabilities capabilities = SwitchCapabilities.of(Map.of("qos_types", "linux-codel", "qos_error",
            "no module"));
        final SwitchFeedback broken = new SwitchFeedback(SouthboundReport.NONE, capabilities, true);
        assertDecision(Step.NONE, Progress.FAILED, "the switch cannot apply the rows: no module",
            PortDecision.of(Optional.of(CODEL), ours(CODEL), ours(CODEL), broken, true, false));
        assertEquals(Step.WRITE, PortDecision.of(Optional.of(HTB), ours(CODEL), ours(CODEL), broken, true,
            false).step());
        assertDecision(Step.NONE, Progress.PENDING, "the switch does not have the rows yet",
            PortDecision.of(Optional.of(HTB), ours(HTB), ours(CODEL), broken, true, false));
        assertDecision(Step.NONE, Progress.PENDING, "Open vSwitch has not applied the rows yet",
            PortDecision.of(Optional.of(CODEL), ours(CODEL), ours(CODEL),
                new SwitchFeedback(SouthboundReport.NONE, capabilities, false), true, false));
    }

    @Test
    void rowsOfOthersAreLeftAlone() {
        assertDecision(Step.NONE, Progress.FAILED, "the port is configured to use qos://mine in topology ovsdb:1",
            decide(CODEL, theirs(HTB), theirs(HTB)));
        assertDecision(Step.NONE, Progress.FAILED, "the switch has a QoS row that is not CloudMAC's: linux-htb",
            decide(null, null, theirs(HTB)));
        assertDecision(Step.NONE, Progress.ACTIVE, "",
            PortDecision.of(Optional.empty(), Optional.empty(), theirs(HTB), QUIET, true, true));
    }

    @Test
    void aRefusalOfTheSouthboundIsReported() {
        assertDecision(Step.NONE, Progress.FAILED, "constraint violation: no",
            PortDecision.of(Optional.of(HTB), ours(HTB), Optional.empty(),
                new SwitchFeedback(new SouthboundReport(Progress.FAILED, "constraint violation: no"),
                SwitchCapabilities.STOCK, true),
                true, false));
    }

    private static void assertDecision(final Step step, final Progress progress, final String text,
            final PortDecision decision) {
        assertEquals(new PortDecision(step, progress, text), decision);
    }

    private static PortDecision decide(final PortQos desired, final Optional<ReferencedQos> configured,
            final Optional<ReferencedQos> actual) {
        return PortDecision.of(Optional.ofNullable(desired), configured == null ? Optional.empty() : configured,
            actual == null ? Optional.empty() : actual, QUIET, true, false);
    }

    private static Optional<ReferencedQos> ours(final PortQos qos) {
        return Optional.of(new ReferencedQos("qos://cloudmac/p1", qos));
    }

    private static Optional<ReferencedQos> theirs(final PortQos qos) {
        return Optional.of(new ReferencedQos("qos://mine", qos));
    }
}
