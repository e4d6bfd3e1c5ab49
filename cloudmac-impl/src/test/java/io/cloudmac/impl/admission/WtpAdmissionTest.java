// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.admission;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import io.cloudmac.impl.alarms.RecordedAlarms;
import io.cloudmac.impl.config.FakeConfiguration;
import io.cloudmac.impl.core.ManualLoop;
import io.cloudmac.impl.discovery.AnnouncedWtps;
import io.cloudmac.impl.discovery.UnprovenWtps;
import io.cloudmac.impl.events.EventKind;
import io.cloudmac.impl.events.NetworkEvent;
import io.cloudmac.impl.events.RecordedEvents;
import io.cloudmac.impl.learned.Learned;
import io.cloudmac.impl.learned.LearnedStore;
import io.cloudmac.impl.topology.InterSwitchLink;
import io.cloudmac.impl.topology.Network;
import io.cloudmac.impl.topology.PortId;
import io.cloudmac.impl.topology.TopologyService;
import io.cloudmac.impl.wire.Announcement;
import io.cloudmac.impl.wire.Mac;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.Cloudmac;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.CloudmacBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.SettingsBuilder;

/** Which WTPs are admitted, and whose port is stored. */
class WtpAdmissionTest {
    private static final Mac WTP = Mac.parse("02:0a:00:00:00:01");
    private static final PortId PORT = new PortId("openflow:1", 3);
    private static final PortId ELSEWHERE = new PortId("openflow:2", 3);
    private static final Duration INTERVAL = Duration.ofSeconds(2);
    private static final Announcement ANNOUNCEMENT = new Announcement(WTP, INTERVAL, "attic", List.of(), List.of());

    private final ManualLoop loop = new ManualLoop();
    private final RecordedEvents events = new RecordedEvents();
    private final RecordedAlarms alarms = new RecordedAlarms();
    private final Map<Mac, PortId> stored = new HashMap<>();
    private Cloudmac configuration = new CloudmacBuilder().build();
    private Set<InterSwitchLink> links = Set.of();
    private Runnable configured;
    private AnnouncedWtps announced;
    private WtpAdmission admission;
    private int changes;
    /** When the datastore commits a port. */
    private CompletableFuture<Void> commit = CompletableFuture.completedFuture(null);
    private int puts;

    @BeforeEach
    void start() {
        final LearnedStore learned = mock(LearnedStore.class);
        when(learned.learned()).thenAnswer(call -> new Learned(stored, Map.of(), Map.of(), Set.of()));
        when(learned.putWtp(any(), any())).thenAnswer(call -> {
            final Mac wtp = call.getArgument(0);
            final PortId port = call.getArgument(1);
            puts++;
            return commit.thenRun(() -> stored.put(wtp, port));
        });
        final TopologyService topology = mock(TopologyService.class);
        when(topology.network()).thenAnswer(call -> new Network(Set.of(PORT.node()), Map.of(), links));
        final FakeConfiguration source = new FakeConfiguration(() -> configuration);
        configured = source::runListeners;
        announced = new AnnouncedWtps(loop, topology, learned);
        admission = new WtpAdmission(loop, announced.directory(), learned, source, topology, events.journal(),
            alarms.board());
        admission.listen(() -> changes++);
        loop.run();
    }

    private void announce(final PortId port) {
        announced.announce(port, ANNOUNCEMENT);
        loop.run();
    }

    private void announceForThreeIntervals(final PortId port) {
        for (int i = 0; i < 3; i++) {
            announce(port);
            loop.advance(INTERVAL);
        }
    }

    private void open() {
        admission.sessionOpened(WTP);
        loop.run();
    }

    @Test
    void anAnnouncementAdmitsNoWtp() {
        assertEquals(Optional.of("no session: it is not announced"), admission.whyNotAdmitted(WTP));
        announce(PORT);
        admission.sessionClosed(WTP, "connection refused");
        loop.advance(INTERVAL);
        assertFalse(admission.isAdmitted(WTP));
        assertEquals(Optional.of("no session: connection refused"), admission.whyNotAdmitted(WTP));
        assertEquals(Map.of(), stored, "the flow rules must not contain its port");
    }

    @Test
    void anAdmissionAndItsEndHaveOneEventEach() {
        announce(PORT);
        open();
        loop.advance(INTERVAL);
        assertEquals(List.of(NetworkEvent.of(EventKind.WTP_ADMITTED).atWtp(WTP)), events.take());
        admission.sessionClosed(WTP, "connection reset");
        loop.advance(INTERVAL);
        assertEquals(List.of(NetworkEvent.of(EventKind.WTP_EXCLUDED).atWtp(WTP)
            .saying("no session: connection reset")), events.take());
    }

    @Test
    void aWtpThatIsAnnouncedAtTwoPortsHasAnAlarm() {
        announce(PORT);
        announce(ELSEWHERE);
        loop.advance(Duration.ofSeconds(1));
        assertEquals(List.of(), alarms.raised(), "nobody has proved this WTP");
        announceForThreeIntervals(PORT);
        open();
        announce(PORT);
        announce(ELSEWHERE);
        loop.advance(WtpAdmission.COLLECTION.plusSeconds(1));
        assertEquals(List.of("announcement-forged wtp/" + WTP), alarms.raised());
        assertEquals(List.of("major: it is announced at two ports: " + PORT + " and " + ELSEWHERE), alarms.texts());
        announceForThreeIntervals(PORT);
        loop.advance(WtpAdmission.COLLECTION.plusSeconds(1));
        assertEquals(List.of(), alarms.raised());
    }

    @Test
    void aSessionAdmitsAWtpAndStoresItsPort() {
        announce(PORT);
        open();
        assertTrue(admission.isAdmitted(WTP));
        assertEquals(Optional.empty(), admission.whyNotAdmitted(WTP));
        assertEquals(Map.of(WTP, PORT), stored);
        loop.advance(WtpAdmission.COLLECTION);
        assertEquals(1, changes);
        open();
        loop.advance(WtpAdmission.COLLECTION);
        assertEquals(1, changes, "nothing changed");
    }

    @Test
    void wtpsThatAreAdmittedTogetherCauseOneNotification() {
        for (int number = 0; number < 100; number++) {
            final Mac wtp = Mac.parse("02:0b:00:00:00:%02x".formatted(number));
            announced.announce(new PortId(PORT.node(), number + 10),
                new Announcement(wtp, INTERVAL, "attic", List.of(), List.of()));
            admission.sessionOpened(wtp);
            loop.run();
            assertTrue(admission.isAdmitted(wtp));
        }
        assertEquals(0, changes);
        loop.advance(WtpAdmission.COLLECTION);
        assertEquals(1, changes);
        assertEquals(100, stored.size());
    }

    @Test
    void admissionsAreCollectedAsLongAsTheirComputationTakes() {
        admission.listen(() -> loop.skip(Duration.ofMillis(200)));
        announce(PORT);
        open();
        loop.advance(WtpAdmission.COLLECTION);
        assertEquals(1, changes);
        admission.sessionClosed(WTP, "the agent did not answer");
        loop.advance(Duration.ofMillis(199));
        assertEquals(1, changes);
        loop.advance(Duration.ofMillis(1));
        assertEquals(2, changes);
    }

    @Test
    void aPortThatProvesToBeBetweenSwitchesIsReplacedAtOnce() {
        announce(ELSEWHERE);
        open();
        assertEquals(Map.of(WTP, ELSEWHERE), stored);
        announce(PORT);
        assertEquals(Map.of(WTP, ELSEWHERE), stored, "the links are not known");
        links = Set.of(new InterSwitchLink(new PortId("openflow:1", 1), ELSEWHERE));
        loop.advance(Duration.ofSeconds(1));
        assertTrue(admission.isAdmitted(WTP), "its next announcement shows its port");
        announce(PORT);
        assertEquals(Map.of(WTP, PORT), stored);
        assertTrue(admission.isAdmitted(WTP));
    }

    @Test
    void theEndOfTheSessionEndsTheAdmissionAndKeepsThePort() {
        announce(PORT);
        open();
        loop.advance(WtpAdmission.COLLECTION);
        admission.sessionClosed(WTP, "the agent did not answer");
        loop.advance(WtpAdmission.COLLECTION);
        assertEquals(Optional.of("no session: the agent did not answer"), admission.whyNotAdmitted(WTP));
        assertEquals(Map.of(WTP, PORT), stored);
        assertEquals(2, changes);
    }

    @Test
    void aNewPortIsStoredOnlyWithASession() {
        announce(PORT);
        open();
        loop.advance(INTERVAL.multipliedBy(4));
        admission.sessionRemoved(WTP);
        announce(ELSEWHERE);
        assertEquals(Map.of(WTP, PORT), stored, "anybody can send an announcement");
        open();
        announceForThreeIntervals(ELSEWHERE);
        assertEquals(Map.of(WTP, ELSEWHERE), stored);
    }

    @Test
    void aNewPortIsStoredAfterThreeIntervalsWithoutAnother() {
        stored.put(WTP, PORT);
        loop.advance(AnnouncedWtps.PATIENCE.plusSeconds(1));
        announce(ELSEWHERE);
        open();
        loop.advance(INTERVAL);
        announce(ELSEWHERE);
        loop.advance(INTERVAL);
        announce(ELSEWHERE);
        loop.advance(INTERVAL.minusMillis(1));
        assertEquals(Map.of(WTP, PORT), stored);
        assertTrue(admission.isAdmitted(WTP));
        announceForThreeIntervals(ELSEWHERE);
        assertEquals(Map.of(WTP, ELSEWHERE), stored);
        assertEquals(Optional.empty(), admission.problem(WTP));
    }

    @Test
    void aForgedAnnouncementBeforeTheTrueOneDoesNotMoveAWtpAfterARestart() {
        stored.put(WTP, PORT);
        announce(ELSEWHERE);
        open();
        for (int i = 0; i < 10; i++) {
            announce(PORT);
            announce(ELSEWHERE);
            loop.advance(INTERVAL);
        }
        assertEquals(Map.of(WTP, PORT), stored);
        assertTrue(admission.isAdmitted(WTP), "it keeps its stations");
        assertEquals(Optional.of("it is announced at two ports: " + PORT + " and " + ELSEWHERE),
            admission.problem(WTP));
        announceForThreeIntervals(PORT);
        assertEquals(Map.of(WTP, PORT), stored);
        assertEquals(Optional.empty(), admission.problem(WTP), "the other one is silent");
    }

    @Test
    void aForgedAnnouncementDuringASilenceDoesNotMoveAWtpThatComesBack() {
        announce(PORT);
        open();
        loop.advance(INTERVAL.multipliedBy(3));
        announce(ELSEWHERE);
        loop.advance(INTERVAL);
        for (int i = 0; i < 10; i++) {
            announce(ELSEWHERE);
            announce(PORT);
            loop.advance(INTERVAL);
        }
        assertEquals(Map.of(WTP, PORT), stored);
        assertEquals(Optional.of("it is announced at two ports: " + ELSEWHERE + " and " + PORT),
            admission.problem(WTP));
    }

    @Test
    void aNewWtpAtTwoPortsIsAdmittedOnceOneOfThemIsSilent() {
        announce(PORT);
        announce(ELSEWHERE);
        open();
        assertFalse(admission.isAdmitted(WTP));
        assertEquals(Map.of(), stored);
        assertEquals(Optional.of("it is announced at two ports: " + PORT + " and " + ELSEWHERE),
            admission.whyNotAdmitted(WTP));
        announceForThreeIntervals(PORT);
        assertTrue(admission.isAdmitted(WTP));
        assertEquals(Map.of(WTP, PORT), stored);
    }

    @Test
    void aPortIsWrittenOnceAndAgainIfTheDatastoreRefuses() {
        commit = new CompletableFuture<>();
        announce(PORT);
        open();
        loop.advance(Duration.ofSeconds(3));
        assertEquals(1, puts, "the datastore has not answered");
        commit.completeExceptionally(new IllegalStateException("no leader"));
        commit = CompletableFuture.completedFuture(null);
        loop.advance(Duration.ofSeconds(1));
        assertEquals(Map.of(WTP, PORT), stored);
        assertEquals(2, puts);
    }

    @Test
    void withoutSessionsTheStoredPortsAreBoundedToo() {
        configuration = new CloudmacBuilder()
            .setSettings(new SettingsBuilder().setUnauthenticatedWtps(true).build()).build();
        for (int number = 0; number < 100; number++) {
            announced.announce(ELSEWHERE, new Announcement(Mac.parse("02:0b:00:00:00:%02x".formatted(number)),
                INTERVAL, "attic", List.of(), List.of()));
            loop.advance(Duration.ofSeconds(1));
        }
        assertEquals(UnprovenWtps.MAX_WTPS_OF_PORT, stored.size());
        announce(PORT);
        assertEquals(PORT, stored.get(WTP));
    }

    @Test
    void theBoundHoldsForWtpsThatAreAdmittedTogether() {
        for (int number = 0; number < UnprovenWtps.MAX_WTPS_OF_PORT; number++) {
            stored.put(Mac.parse("02:0c:00:00:00:%02x".formatted(number)), number < 4 ? ELSEWHERE : PORT);
        }
        for (int number = 0; number < UnprovenWtps.MAX_WTPS_OF_PORT; number++) {
            announced.announce(ELSEWHERE, new Announcement(Mac.parse("02:0b:00:00:00:%02x".formatted(number)),
                INTERVAL, "attic", List.of(), List.of()));
        }
        configuration = new CloudmacBuilder()
            .setSettings(new SettingsBuilder().setUnauthenticatedWtps(true).build()).build();
        loop.advance(Duration.ofSeconds(1));
        assertEquals(UnprovenWtps.MAX_WTPS_OF_PORT,
            stored.values().stream().filter(ELSEWHERE::equals).count());
    }

    @Test
    void aDeletedPortIsStoredAgain() {
        announce(PORT);
        open();
        stored.clear();
        loop.advance(Duration.ofSeconds(1));
        assertEquals(Map.of(WTP, PORT), stored);
    }

    @Test
    void theSettingAdmitsWtpsThatAreUpByTheirAnnouncements() {
        configuration = new CloudmacBuilder()
            .setSettings(new SettingsBuilder().setUnauthenticatedWtps(true).build()).build();
        announce(PORT);
        assertTrue(admission.isAdmitted(WTP));
        assertEquals(Map.of(WTP, PORT), stored);
        loop.advance(INTERVAL.multipliedBy(4));
        assertFalse(admission.isAdmitted(WTP), "it is lost");
        announce(PORT);
        configuration = new CloudmacBuilder().build();
        configured.run();
        assertFalse(admission.isAdmitted(WTP));
    }
}
