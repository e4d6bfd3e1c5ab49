// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.northbound;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import io.cloudmac.impl.binding.Assignment;
import io.cloudmac.impl.binding.Assignment.Vap;
import io.cloudmac.impl.binding.AssignmentSource;
import io.cloudmac.impl.core.ManualLoop;
import io.cloudmac.impl.discovery.RefusedVaps;
import io.cloudmac.impl.discovery.RefusedVaps.RefusedVap;
import io.cloudmac.impl.discovery.VapHostDirectory;
import io.cloudmac.impl.discovery.VapHostDirectory.RivalClaim;
import io.cloudmac.impl.discovery.WtpDirectory;
import io.cloudmac.impl.events.EventKind;
import io.cloudmac.impl.events.NetworkEvent;
import io.cloudmac.impl.events.RecordedEvents;
import io.cloudmac.impl.flow.FlowProgram;
import io.cloudmac.impl.learned.Learned;
import io.cloudmac.impl.learned.LearnedStore;
import io.cloudmac.impl.learned.StationKey;
import io.cloudmac.impl.mobility.DrainStatus;
import io.cloudmac.impl.openflow.Activity;
import io.cloudmac.impl.steering.SteeringLog;
import io.cloudmac.impl.steering.SteeringResult;
import io.cloudmac.impl.steering.SteeringResult.WhyNot;
import io.cloudmac.impl.steering.SteeringTrigger;
import io.cloudmac.impl.steering.SteeringTrigger.Reason;
import io.cloudmac.impl.topology.PortId;
import io.cloudmac.impl.wire.Announcement;
import io.cloudmac.impl.wire.Mac;
import io.cloudmac.impl.wire.RawSsid;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mockito.stubbing.Answer;
import org.opendaylight.mdsal.binding.api.NotificationPublishService;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.Handover;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.VapDown;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.VapNamedTwice;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.VapRefused;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.VapUp;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.WtpDown;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.WtpDrained;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.WtpUp;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.SteeringDecided;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.SteeringDecision.Outcome;
import org.opendaylight.yangtools.concepts.Registration;
import org.opendaylight.yangtools.yang.binding.Notification;

/** The notifications that events of the controller cause. */
class NotifierTest {
    private static final Mac WTP1 = Mac.parse("02:c1:0d:aa:00:01");
    private static final Mac WTP2 = Mac.parse("02:c1:0d:aa:00:02");
    private static final PortId WTP_PORT = new PortId("openflow:1", 3);
    private static final PortId VAP_PORT = new PortId("openflow:2", 2);
    private static final Mac BSSID = Mac.parse("02:00:00:00:12:34");
    private static final StationKey KEY = new StationKey(BSSID, Mac.parse("02:5a:00:00:00:01"));
    private static final Announcement ANNOUNCEMENT =
        new Announcement(WTP1, Duration.ofSeconds(1), "attic", List.of(), List.of());

    private final ManualLoop loop = new ManualLoop();
    private final SteeringLog log = new SteeringLog();
    private final Set<Mac> active = new HashSet<>();
    private final List<Notification<?>> sent = new ArrayList<>();
    private final RecordedEvents events = new RecordedEvents();
    /** The number of sources that the notifier is registered with, without the log of decisions. */
    private int registrations;
    private Runnable assigned;
    private Runnable readBack;
    private Runnable hostsChanged;
    private final Set<Mac> ended = new HashSet<>();
    private Consumer<Mac> drained;
    private Consumer<RefusedVap> refused;
    private Consumer<RivalClaim> rival;
    private Assignment assignment = Assignment.NOTHING;
    private final WtpDirectory directory = mock(WtpDirectory.class);
    private Learned memory = Learned.NOTHING;
    private Notifier notifier;

    @BeforeEach
    void start() {
        final NotificationPublishService service = mock(NotificationPublishService.class);
        when(service.offerNotification(any())).thenAnswer(call -> {
            sent.add(call.getArgument(0));
            return null;
        });
        when(directory.listen(any())).thenAnswer(registering(listener -> { }));
        final AssignmentSource assignments = mock(AssignmentSource.class);
        when(assignments.assignment()).thenAnswer(call -> assignment);
        when(assignments.listen(any())).thenAnswer(registering(task -> assigned = (Runnable) task));
        final LearnedStore learned = mock(LearnedStore.class);
        when(learned.learned()).thenAnswer(call -> memory);
        final Activity activity = mock(Activity.class);
        when(activity.isVapActive(any())).thenAnswer(call -> active.contains(call.<Mac>getArgument(0)));
        final FlowProgram flows = mock(FlowProgram.class);
        when(flows.listenToStatus(any())).thenAnswer(registering(task -> readBack = (Runnable) task));
        final DrainStatus drains = mock(DrainStatus.class);
        when(drains.listenToEmpty(any())).thenAnswer(registering(this::keepDrained));
        final RefusedVaps refusedVaps = mock(RefusedVaps.class);
        when(refusedVaps.listenToRefused(any())).thenAnswer(registering(this::keepRefused));
        final VapHostDirectory hosted = mock(VapHostDirectory.class);
        when(hosted.listen(any())).thenAnswer(registering(task -> hostsChanged = (Runnable) task));
        when(hosted.ended()).thenAnswer(call -> Set.copyOf(ended));
        when(hosted.listenToRivals(any())).thenAnswer(registering(this::keepRival));
        notifier = new Notifier(service, loop, directory, assignments, learned, activity, flows, log, drains,
            refusedVaps, hosted, events.journal());
    }

    @SuppressWarnings("unchecked")
    private void keepDrained(final Object listener) {
        drained = (Consumer<Mac>) listener;
    }

    @SuppressWarnings("unchecked")
    private void keepRefused(final Object listener) {
        refused = (Consumer<RefusedVap>) listener;
    }

    @SuppressWarnings("unchecked")
    private void keepRival(final Object listener) {
        rival = (Consumer<RivalClaim>) listener;
    }

    private Answer<Registration> registering(final Consumer<Object> keep) {
        return call -> {
            keep.accept(call.getArgument(0));
            registrations++;
            return () -> registrations--;
        };
    }

    /** Returns the only notification since the last call. */
    private <T> T only(final Class<T> type) {
        assertEquals(1, sent.size(), sent::toString);
        return assertInstanceOf(type, sent.remove(0));
    }

    /** Returns the only event since the last call. */
    private NetworkEvent happened() {
        final List<NetworkEvent> taken = events.take();
        assertEquals(1, taken.size(), taken::toString);
        return taken.get(0);
    }

    private void vaps(final Map<Mac, Vap> vaps) {
        assignment = new Assignment(Map.of(), vaps, Map.of());
        assigned.run();
    }

    @Test
    void aWtpComesUpWithItsPortAndGoesDown() {
        when(directory.port(WTP1)).thenReturn(Optional.of(WTP_PORT));
        notifier.wtpChanged(ANNOUNCEMENT);
        final WtpUp up = only(WtpUp.class);
        assertEquals(WTP1.toString(), up.getWtp().getValue());
        assertEquals("attic", up.getName());
        assertEquals("openflow:1:3", up.getPort().getValue());
        notifier.wtpLost(WTP1);
        assertEquals(WTP1.toString(), only(WtpDown.class).getWtp().getValue());
    }

    @Test
    void aWtpThatIsLostAgainComesUpWithoutAPort() {
        notifier.wtpChanged(ANNOUNCEMENT);
        assertNull(only(WtpUp.class).getPort());
    }

    @Test
    void aWtpHasAnEventWhenItAppearsMovesAndIsLost() {
        when(directory.port(WTP1)).thenReturn(Optional.of(WTP_PORT));
        notifier.wtpChanged(ANNOUNCEMENT);
        notifier.wtpChanged(ANNOUNCEMENT);
        assertEquals(NetworkEvent.of(EventKind.WTP_APPEARED).atWtp(WTP1).named("attic").atPort("openflow:1:3"),
            happened());
        when(directory.port(WTP1)).thenReturn(Optional.of(VAP_PORT));
        notifier.wtpChanged(ANNOUNCEMENT);
        assertEquals(NetworkEvent.of(EventKind.WTP_MOVED).atWtp(WTP1).named("attic").atPort("openflow:2:2"),
            happened());
        notifier.wtpLost(WTP1);
        assertEquals(NetworkEvent.of(EventKind.WTP_LOST).atWtp(WTP1), happened());
        when(directory.port(WTP1)).thenReturn(Optional.empty());
        notifier.wtpChanged(ANNOUNCEMENT);
        assertEquals(NetworkEvent.of(EventKind.WTP_APPEARED).atWtp(WTP1).named("attic"), happened());
    }

    @Test
    void aVapHasAnEventWhenItAppearsAndWhenItIsLost() {
        memory = new Learned(Map.of(), Map.of(BSSID, new Learned.KnownVap(VAP_PORT, RawSsid.of("cmac"), 2437, 100)),
            Map.of(), Set.of());
        active.add(BSSID);
        vaps(Map.of(BSSID, new Vap(VAP_PORT, 2437, Set.of())));
        assigned.run();
        assertEquals(NetworkEvent.of(EventKind.VAP_APPEARED).ofVap(BSSID).named("cmac").atPort("openflow:2:2"),
            happened());
        ended.add(BSSID);
        hostsChanged.run();
        readBack.run();
        assertEquals(NetworkEvent.of(EventKind.VAP_LOST).ofVap(BSSID), happened());
    }

    @Test
    void refusalsRivalsDrainsAndDecisionsHaveEvents() {
        refused.accept(RefusedVap.inUse(BSSID, WTP_PORT, RawSsid.of("cmac"), BSSID));
        assertEquals(NetworkEvent.of(EventKind.VAP_REFUSED).ofVap(BSSID).atPort("openflow:1:3").named("cmac")
            .saying("its BSSID was in use at another port"), happened());
        rival.accept(new RivalClaim(BSSID, "north", "south"));
        assertEquals(NetworkEvent.of(EventKind.VAP_NAMED_TWICE).ofVap(BSSID).named("south")
            .saying("VAP host north keeps it"), happened());
        drained.accept(WTP2);
        assertEquals(NetworkEvent.of(EventKind.WTP_DRAINED).atWtp(WTP2), happened());
        log.add(KEY, WTP1, WTP2, SteeringTrigger.of(Reason.SIGNAL), SteeringResult.not(WhyNot.HYSTERESIS));
        log.add(KEY, WTP1, WTP2, SteeringTrigger.of(Reason.SIGNAL), SteeringResult.DONE);
        loop.run();
        assertEquals(EventKind.STATION_HANDED_OVER, happened().kind());
    }

    @Test
    void aVapIsUpOnceWhileItSends() {
        memory =
            new Learned(Map.of(), Map.of(BSSID, new Learned.KnownVap(VAP_PORT, RawSsid.of("cmac"), 2437, 100)),
                Map.of(), Set.of());
        active.add(BSSID);
        vaps(Map.of(BSSID, new Vap(VAP_PORT, 2437, Set.of())));
        final VapUp up = only(VapUp.class);
        assertEquals(BSSID.toString(), up.getBssid().getValue());
        assertEquals("openflow:2:2", up.getPort().getValue());
        assertEquals("cmac", up.getSsid().getValue());
        assigned.run();
        readBack.run();
        assertEquals(List.of(), sent);
    }

    @Test
    void aVapThatItsHostReportsAsEndedIsDown() {
        active.add(BSSID);
        vaps(Map.of(BSSID, new Vap(VAP_PORT, 2437, Set.of())));
        only(VapUp.class);
        ended.add(BSSID);
        hostsChanged.run();
        assertEquals(BSSID.toString(), only(VapDown.class).getBssid().getValue());
        ended.clear();
        hostsChanged.run();
        only(VapUp.class);
    }

    @Test
    void aHiddenVapIsUpWithoutASsid() {
        memory = new Learned(Map.of(), Map.of(BSSID, new Learned.KnownVap(VAP_PORT, RawSsid.NONE, 2437, 100)),
            Map.of(), Set.of());
        active.add(BSSID);
        vaps(Map.of(BSSID, new Vap(VAP_PORT, 2437, Set.of())));
        assertNull(only(VapUp.class).getSsid());
    }

    @Test
    void aVapThatStopsSendingIsDownAndUpAgain() {
        active.add(BSSID);
        vaps(Map.of(BSSID, new Vap(VAP_PORT, 2437, Set.of())));
        only(VapUp.class);
        active.clear();
        readBack.run();
        assertEquals(BSSID.toString(), only(VapDown.class).getBssid().getValue());
        readBack.run();
        assertEquals(List.of(), sent);
        active.add(BSSID);
        readBack.run();
        only(VapUp.class);
    }

    @Test
    void aVapThatNeverSentIsNotDown() {
        vaps(Map.of(BSSID, new Vap(VAP_PORT, 2437, Set.of())));
        assertEquals(List.of(), sent);
    }

    @Test
    void aRemovedVapIsUpAgainWhenItIsDiscovered() {
        active.add(BSSID);
        vaps(Map.of(BSSID, new Vap(VAP_PORT, 2437, Set.of())));
        only(VapUp.class);
        vaps(Map.of());
        assertEquals(List.of(), sent);
        vaps(Map.of(BSSID, new Vap(VAP_PORT, 2437, Set.of())));
        only(VapUp.class);
    }

    @Test
    void aCompletedDecisionIsAlsoAHandover() {
        log.add(KEY, WTP1, WTP2, SteeringTrigger.of(Reason.SIGNAL), SteeringResult.DONE);
        assertEquals(List.of(), sent, "notifications leave on the event loop only");
        loop.run();
        assertEquals(Outcome.Done, assertInstanceOf(SteeringDecided.class, sent.remove(0)).getOutcome());
        final Handover handover = only(Handover.class);
        assertEquals(BSSID.toString(), handover.getBssid().getValue());
        assertEquals(KEY.station().toString(), handover.getStation().getValue());
        assertEquals(WTP1.toString(), handover.getFrom().getValue());
        assertEquals(WTP2.toString(), handover.getTo().getValue());
        assertNull(handover.getError());
    }

    @Test
    void anUndoneHandoverHasItsError() {
        log.add(KEY, null, WTP2, SteeringTrigger.of(Reason.FIRST_CONTACT), SteeringResult.undone("no lease"));
        loop.run();
        assertEquals(Outcome.Undone, assertInstanceOf(SteeringDecided.class, sent.remove(0)).getOutcome());
        final Handover handover = only(Handover.class);
        assertNull(handover.getFrom());
        assertEquals("no lease", handover.getError());
    }

    @Test
    void aRefusalThatLedToAHandoverIsNoErrorOfIt() {
        log.add(KEY, WTP1, WTP2, SteeringTrigger.of(Reason.LEASE_REFUSED), SteeringResult.doneAfter("no lease"));
        loop.run();
        assertEquals("no lease", assertInstanceOf(SteeringDecided.class, sent.remove(0)).getError());
        assertNull(only(Handover.class).getError());
    }

    @Test
    void aDecisionToKeepAStationIsNoHandover() {
        log.add(KEY, WTP1, WTP2, SteeringTrigger.of(Reason.SIGNAL), SteeringResult.not(WhyNot.HYSTERESIS));
        log.add(KEY, WTP1, WTP2, SteeringTrigger.of(Reason.SIGNAL), SteeringResult.not(WhyNot.OBSERVE_ONLY));
        loop.run();
        assertEquals(List.of(Outcome.Kept, Outcome.Observed),
            sent.stream().map(each -> assertInstanceOf(SteeringDecided.class, each).getOutcome()).toList());
    }

    @Test
    void aDrainedWtpIsNotified() {
        drained.accept(WTP2);
        assertEquals(WTP2.toString(), only(WtpDrained.class).getWtp().getValue());
    }

    @Test
    void aRefusedVapIsNotified() {
        final Mac other = Mac.parse("02:00:00:01:12:34");
        refused.accept(RefusedVap.inUse(other, WTP_PORT, RawSsid.NONE, BSSID));
        final VapRefused same = only(VapRefused.class);
        assertEquals(VapRefused.Reason.VapIdInUse, same.getReason());
        assertEquals(other.toString(), same.getBssid().getValue());
        assertEquals(BSSID.toString(), same.getInUseBy().getValue());
        assertNull(same.getSsid());
        refused.accept(RefusedVap.inUse(BSSID, WTP_PORT, RawSsid.of("cmac"), BSSID));
        final VapRefused moved = only(VapRefused.class);
        assertEquals(VapRefused.Reason.BssidInUse, moved.getReason());
        assertEquals("cmac", moved.getSsid().getValue());
        assertEquals("openflow:1:3", moved.getPort().getValue());
        refused.accept(new RefusedVap(BSSID, WTP_PORT, RawSsid.of("cmac"),
            RefusedVaps.RefusalReason.NO_SESSION, Optional.empty()));
        final VapRefused nameless = only(VapRefused.class);
        assertEquals(VapRefused.Reason.NoSession, nameless.getReason());
        assertNull(nameless.getInUseBy());
    }

    @Test
    void aVapThatTwoHostsNameIsNotified() {
        rival.accept(new RivalClaim(BSSID, "north", "south"));
        final VapNamedTwice twice = only(VapNamedTwice.class);
        assertEquals(BSSID.toString(), twice.getBssid().getValue());
        assertEquals("north", twice.getHost().getValue());
        assertEquals("south", twice.getRival().getValue());
    }

    @Test
    void closeEndsAllRegistrations() {
        assertEquals(7, registrations);
        notifier.close();
        assertEquals(0, registrations);
        log.add(KEY, WTP1, WTP2, SteeringTrigger.of(Reason.SIGNAL), SteeringResult.DONE);
        loop.run();
        assertEquals(List.of(), sent);
        assertEquals(List.of(), events.take());
    }
}
