// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.mobility;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.never;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import io.cloudmac.impl.binding.AntennaRefusals;
import io.cloudmac.impl.binding.Assignment;
import io.cloudmac.impl.binding.Assignment.Origin;
import io.cloudmac.impl.binding.Assignment.ServingWtps;
import io.cloudmac.impl.binding.AssignmentSource;
import io.cloudmac.impl.config.FakeConfiguration;
import io.cloudmac.impl.core.ManualLoop;
import io.cloudmac.impl.discovery.VirtualStationStatus;
import io.cloudmac.impl.handover.Handover;
import io.cloudmac.impl.learned.StationKey;
import io.cloudmac.impl.openflow.HeaderSource;
import io.cloudmac.impl.openflow.SampleSource;
import io.cloudmac.impl.steering.SteeringLog;
import io.cloudmac.impl.steering.SteeringResult;
import io.cloudmac.impl.steering.SteeringResult.WhyNot;
import io.cloudmac.impl.steering.SteeringTrigger;
import io.cloudmac.impl.steering.SteeringTrigger.Reason;
import io.cloudmac.impl.topology.PortId;
import io.cloudmac.impl.wire.Mac;
import io.cloudmac.impl.wire.OuterHeader;
import io.cloudmac.impl.wire.RadioTag;
import io.cloudmac.impl.wtp.SignalReport;
import io.cloudmac.impl.wtp.WtpControl;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.Cloudmac;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.CloudmacBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.Mobility.Source;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.MobilityBuilder;
import org.opendaylight.yangtools.concepts.Registration;
import org.opendaylight.yangtools.yang.common.Uint16;

/** The handovers that signal reports cause, in virtual time. */
class MobilityTest {
    private static final Mac ONE = Mac.parse("02:c1:0d:aa:00:01");
    private static final Mac TWO = Mac.parse("02:c1:0d:aa:00:02");
    private static final Mac BSSID = Mac.parse("02:00:00:00:12:34");
    private static final StationKey KEY = new StationKey(BSSID, Mac.parse("02:5a:00:00:00:01"));
    private static final PortId PORT = new PortId("openflow:1", 1);
    private static final PortId PORT2 = new PortId("openflow:1", 2);
    private static final Duration SECOND = Duration.ofSeconds(1);

    private final ManualLoop loop = new ManualLoop();
    private final SteeringLog log = new SteeringLog();
    private final WtpControl control = mock(WtpControl.class);
    private final List<Mac> moves = new ArrayList<>();
    private Cloudmac configuration = new CloudmacBuilder().build();
    private Assignment assignment = served(ONE, Origin.AUTOMATIC);
    private final VirtualStationStatus virtualStations = mock(VirtualStationStatus.class);
    private Runnable configured;
    private Runnable assigned;
    private Mobility subject;
    private CompletableFuture<Mac> move = CompletableFuture.completedFuture(ONE);
    private long frames;
    private SampleSource.SampleListener samples;
    private HeaderSource.HeaderListener headers;

    private static Assignment served(final Mac wtp, final Origin origin) {
        return new Assignment(Map.of(ONE, PORT, TWO, PORT2),
            Map.of(BSSID, new Assignment.Vap(PORT, 2412, Set.of(ONE, TWO))),
            Map.of(KEY, ServingWtps.by(wtp, origin)));
    }

    @BeforeEach
    void start() {
        final AssignmentSource assignments = mock(AssignmentSource.class);
        when(assignments.assignment()).thenAnswer(call -> assignment);
        when(assignments.listen(any())).thenAnswer(call -> {
            assigned = call.getArgument(0);
            return (Registration) () -> { };
        });
        final FakeConfiguration source = new FakeConfiguration(() -> configuration);
        configured = source::runListeners;
        when(control.sessions()).thenReturn(Set.of(ONE, TWO));
        final Handover handover = (station, to, trigger) -> {
            moves.add(to);
            return move;
        };
        subject = new Mobility(loop, source, assignments, control, listener -> {
            samples = listener;
            return () -> { };
        }, listener -> {
            headers = listener;
            return () -> { };
        }, handover, log, virtualStations, new AntennaRefusals());
        configured.run();
        assigned.run();
    }

    private void configure(final MobilityBuilder mobility) {
        configuration = new CloudmacBuilder().setMobility(mobility.build()).build();
        configured.run();
    }

    private static MobilityBuilder active() {
        return new MobilityBuilder().setEnabled(true).setObserveOnly(false);
    }

    private void report(final Mac wtp, final int dbm) {
        frames += 100;
        subject.onSignalReport(new SignalReport(wtp, 0, 0,
            List.of(new SignalReport.Station(KEY.station().toString(), dbm, dbm, frames))));
    }

    /** Delivers reports of two WTPs for one second, with signals in dBm. */
    private void second(final int one, final int two) {
        for (int i = 0; i < 10; i++) {
            report(ONE, one);
            report(TWO, two);
            loop.advance(Duration.ofMillis(100));
        }
    }

    private List<String> loggedVerdicts() {
        return log.decisions().stream().map(decision -> decision.result().whyNot() + " " + decision.to()).toList();
    }

    @Test
    void disabledMobilityCollectsNoSignals() {
        second(-80, -40);
        verify(control, never()).reportSignals("mobility", 100);
        assertEquals(Map.of(), subject.signals(KEY));
        assertEquals(List.of(), moves);
        assertEquals(List.of(), loggedVerdicts());
    }

    @Test
    void reportsAreRequestedWhileMobilityIsEnabled() {
        configure(active());
        verify(control).reportSignals("mobility", 100);
        configure(active().setReportInterval(Uint16.valueOf(50)));
        verify(control).reportSignals("mobility", 50);
        configure(active().setEnabled(false));
        verify(control).reportSignals("mobility", 0);
    }

    @Test
    void theStationMovesToTheWtpWithTheBetterSignal() {
        configure(active());
        second(-70, -50);
        assertEquals(List.of(TWO), moves, "regression: an earlier controller handed over to the serving WTP");
    }

    @Test
    void observeOnlyLogsWithoutHandover() {
        configure(active().setObserveOnly(true));
        second(-70, -50);
        second(-70, -50);
        assertEquals(List.of(), moves);
        assertEquals(List.of("OBSERVE_ONLY " + TWO), loggedVerdicts(), "logged once");
        final var decision = log.decisions().get(0);
        assertEquals(6, decision.trigger().thresholds().hysteresis());
        assertEquals(2, decision.trigger().inputs().size());
        assertEquals(SteeringResult.Outcome.OBSERVED, decision.result().outcome());
    }

    @Test
    void aChangedReasonIsLoggedAgain() {
        configure(active());
        second(-60, -58);
        second(-60, -59);
        second(-60, -57);
        assertEquals(List.of("HYSTERESIS " + TWO), loggedVerdicts());
        when(control.sessions()).thenReturn(Set.of(ONE));
        second(-60, -57);
        assertEquals(List.of("HYSTERESIS " + TWO, "NO_CANDIDATE null"), loggedVerdicts());
    }

    @Test
    void anOperatorsHandoverStartsTheDwell() {
        configure(active());
        log.add(KEY, TWO, ONE, SteeringTrigger.of(Reason.OPERATOR), SteeringResult.DONE);
        for (int i = 0; i < 4; i++) {
            second(-70, -50);
        }
        assertEquals(List.of(), moves);
        assertEquals("DWELL " + TWO, loggedVerdicts().get(1));
        second(-70, -50);
        second(-70, -50);
        assertEquals(TWO, moves.get(0));
    }

    @Test
    void aFailedHandoverIsRetriedAfterTheDwell() {
        configure(active());
        second(-70, -50);
        log.add(KEY, ONE, TWO, SteeringTrigger.of(Reason.SIGNAL), SteeringResult.undone("no luck"));
        second(-70, -50);
        assertEquals(1, moves.size());
        for (int i = 0; i < 5; i++) {
            second(-70, -50);
        }
        assertTrue(moves.size() > 1, "tried again");
    }

    @Test
    void oneHandoverAtATime() {
        configure(active());
        move = new CompletableFuture<>();
        second(-70, -50);
        second(-70, -50);
        assertEquals(1, moves.size());
        assertEquals(List.of("BUSY " + TWO), loggedVerdicts());
        move.complete(ONE);
    }

    @Test
    void aStationBoundByTheOperatorStays() {
        assignment = served(ONE, Origin.OPERATOR);
        configure(active());
        second(-80, -40);
        assertEquals(List.of(), moves);
        assertEquals(List.of(WhyNot.BOUND_BY_OPERATOR + " null"), loggedVerdicts());
    }

    @Test
    void aServingWtpWithoutSignalsLosesTheStation() {
        configure(active());
        second(-50, -80);
        assertEquals(List.of(), moves);
        for (int i = 0; i < 50; i++) {
            report(TWO, -80);
            loop.advance(Duration.ofMillis(100));
        }
        assertEquals(TWO, moves.get(0));
    }

    @Test
    void aSilentStationStays() {
        configure(active());
        second(-50, -80);
        loop.advance(SECOND.multipliedBy(30));
        assertEquals(List.of(), moves);
        assertEquals(1, loggedVerdicts().size(), "the log has no new entry");
        second(-50, -80);
        report(ONE, -50);
        assertEquals(List.of("HYSTERESIS " + TWO), loggedVerdicts(),
            "the end of a dwell time without a change is no entry");
    }

    private void sample(final PortId port, final int level, final int kind) {
        samples.sampled(port, header(level, kind), 128);
    }

    private static OuterHeader header(final int level, final int kind) {
        return new OuterHeader(-1, KEY.station(), new RadioTag(level, 2, 0, kind, 0x1234), 14);
    }

    @Test
    void samplesReplaceReports() {
        configure(active().setSource(Source.Samples));
        verify(control, never()).reportSignals("mobility", 100);
        for (int i = 0; i < 10; i++) {
            sample(PORT, -70, RadioTag.KIND_FRAME);
            sample(PORT2, -50, RadioTag.KIND_FRAME);
            report(ONE, -20);
            loop.advance(Duration.ofMillis(100));
        }
        assertEquals(List.of(TWO), moves);
        assertEquals(20, subject.overhead().samples());
        assertEquals(20 * 128, subject.overhead().sampleBytes());
    }

    /** So a WTP behind a switch that has no rule for the station's copies yet is a candidate. */
    @Test
    void aCopyWithoutARuleIsASignalToo() {
        headers.received(PORT2, header(-50, RadioTag.KIND_FRAME));
        assertEquals(Map.of(), subject.signals(KEY), "mobility uses no samples");
        configure(active().setSource(Source.Samples));
        headers.received(PORT2, header(-50, RadioTag.KIND_FRAME));
        headers.received(PORT, header(-50, RadioTag.KIND_TX_STATUS));
        assertEquals(Set.of(TWO), subject.signals(KEY).keySet());
        assertEquals(0, subject.overhead().samples());
    }

    @Test
    void framesWithoutASignalAreNoSamples() {
        configure(active().setSource(Source.Both));
        sample(PORT, -50, RadioTag.KIND_TX_STATUS);
        sample(PORT, RadioTag.LEVEL_UNKNOWN, RadioTag.KIND_FRAME);
        sample(new PortId("openflow:9", 9), -50, RadioTag.KIND_FRAME);
        assertEquals(Map.of(), subject.signals(KEY));
    }

    @Test
    void theOverheadIsCounted() {
        configure(active());
        second(-70, -50);
        final MobilityStatus.Overhead overhead = subject.overhead();
        assertEquals(20, overhead.reports());
        assertEquals(20, overhead.reportEntries());
        assertEquals(1, overhead.decisions());
        assertEquals(1, overhead.handovers());
        assertEquals(2, overhead.signals());
    }
}
