// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.discovery;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import io.cloudmac.impl.core.FrameCounters;
import io.cloudmac.impl.core.ManualLoop;
import io.cloudmac.impl.learned.Learned;
import io.cloudmac.impl.learned.LearnedStore;
import io.cloudmac.impl.topology.InterSwitchLink;
import io.cloudmac.impl.topology.Network;
import io.cloudmac.impl.topology.PortId;
import io.cloudmac.impl.topology.TopologyService;
import io.cloudmac.impl.wire.Announcement;
import io.cloudmac.impl.wire.Mac;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** When WTPs come up, become quiet and are lost, in virtual time. */
class WtpDiscoveryTest {
    private static final Mac WTP = Mac.parse("02:0a:00:00:00:01");
    private static final PortId PORT = new PortId("openflow:1", 3);
    private static final PortId ELSEWHERE = new PortId("openflow:2", 3);
    private static final Duration INTERVAL = Duration.ofSeconds(2);
    private static final Announcement ANNOUNCEMENT = new Announcement(WTP, INTERVAL, "attic", List.of(), List.of());

    private final ManualLoop loop = new ManualLoop();
    private final FrameCounters counters = new FrameCounters();
    private final List<String> events = new ArrayList<>();
    /** The ports of the WTPs that were admitted once. */
    private final Map<Mac, PortId> stored = new HashMap<>();
    private WtpDiscovery discovery;
    private boolean answering;
    private Network network = new Network(Set.of(PORT.node()), Map.of(), Set.of());

    @BeforeEach
    void start() {
        final TopologyService topology = mock(TopologyService.class);
        when(topology.network()).thenAnswer(call -> network);
        final LearnedStore learned = mock(LearnedStore.class);
        when(learned.learned()).thenAnswer(call -> new Learned(stored, Map.of(), Map.of(), Set.of()));
        discovery = new WtpDiscovery(loop, counters, topology, learned);
        discovery.listen(new WtpDirectory.WtpListener() {
            @Override
            public void wtpChanged(final Announcement announcement) {
                events.add("up");
            }

            @Override
            public void wtpQuiet(final Mac wtp) {
                events.add("quiet");
                if (answering) {
                    discovery.reportAlive(wtp);
                }
            }

            @Override
            public void wtpLost(final Mac wtp) {
                events.add("lost");
            }

            @Override
            public void wtpForgotten(final Mac wtp) {
                events.add("forgotten");
            }
        });
        loop.run();
        discovery.onAnnouncement(PORT, ANNOUNCEMENT);
    }

    @Test
    void announcementsKeepAWtpUp() {
        for (int i = 0; i < 10; i++) {
            loop.advance(INTERVAL);
            discovery.onAnnouncement(PORT, ANNOUNCEMENT);
        }
        assertEquals(List.of("up"), events);
    }

    @Test
    void aSilentWtpIsLostAfterThreeIntervalsUntilItsNextAnnouncement() {
        loop.advance(INTERVAL.multipliedBy(3).minusMillis(1));
        assertEquals(List.of("up", "quiet"), events);
        loop.advance(Duration.ofMillis(1));
        assertEquals(List.of("up", "quiet", "lost"), events);
        assertEquals(Map.of(), discovery.wtps());
        loop.advance(INTERVAL.multipliedBy(5));
        discovery.onAnnouncement(PORT, ANNOUNCEMENT);
        assertEquals(List.of("up", "quiet", "lost", "up"), events);
        assertEquals(Set.of(WTP), discovery.wtps().keySet());
    }

    @Test
    void aProbeMayTakeTwoSecondsAlsoWithAShortInterval() {
        discovery.onAnnouncement(PORT,
            new Announcement(WTP, Duration.ofMillis(100), "attic", List.of(), List.of()));
        loop.advance(Duration.ofSeconds(1));
        assertEquals(List.of("up", "up", "quiet"), events);
        loop.advance(Duration.ofMillis(1999));
        discovery.reportAlive(WTP);
        loop.advance(Duration.ofSeconds(2));
        assertEquals(List.of("up", "up", "quiet", "quiet"), events);
        loop.advance(Duration.ofSeconds(2));
        assertEquals(List.of("up", "up", "quiet", "quiet", "lost"), events);
    }

    @Test
    void aWtpWhoseAgentSendsIsNotProbed() {
        for (int i = 0; i < 20; i++) {
            loop.advance(Duration.ofSeconds(1));
            discovery.reportAlive(WTP);
        }
        assertEquals(List.of("up"), events);
    }

    @Test
    void aWtpIsUpWhileItsAgentAnswersProbes() {
        answering = true;
        loop.advance(INTERVAL.multipliedBy(6));
        assertEquals(List.of("up", "quiet", "quiet", "quiet"), events);
        answering = false;
        loop.advance(INTERVAL.multipliedBy(3));
        assertEquals(List.of("up", "quiet", "quiet", "quiet", "quiet", "lost"), events);
    }

    @Test
    void anAnswerCountsWhileTheSwitchRestarts() {
        answering = true;
        network = Network.EMPTY;
        loop.advance(Duration.ofSeconds(15));
        network = new Network(Set.of(PORT.node()), Map.of(), Set.of());
        loop.advance(Duration.ofMinutes(1));
        assertEquals(Set.of(WTP), discovery.wtps().keySet());
    }

    @Test
    void anAnswerDoesNotCountIfTheSwitchStaysDisconnected() {
        answering = true;
        loop.advance(Duration.ofMinutes(1));
        network = Network.EMPTY;
        loop.advance(Duration.ofSeconds(16));
        assertEquals(Set.of(WTP), discovery.wtps().keySet());
        loop.advance(INTERVAL.multipliedBy(4));
        assertEquals(Map.of(), discovery.wtps());
    }

    @Test
    void aSignOfLifeDoesNotBringUpALostOrUnknownWtp() {
        loop.advance(INTERVAL.multipliedBy(4));
        discovery.reportAlive(WTP);
        discovery.reportAlive(Mac.parse("02:0a:00:00:00:02"));
        assertEquals(Map.of(), discovery.wtps());
    }

    @Test
    void aPauseOfTheControllerLosesNoWtpWithoutAProbe() {
        answering = true;
        // Like a pause of the process: the clock has advanced, but no task has run.
        loop.skip(INTERVAL.multipliedBy(10));
        loop.advance(INTERVAL);
        assertEquals(List.of("up", "quiet"), events);
    }

    @Test
    void anAnswerDoesNotKeepAWtpAtItsOldPort() {
        answering = true;
        loop.advance(INTERVAL.multipliedBy(2));
        discovery.onAnnouncement(ELSEWHERE, ANNOUNCEMENT);
        assertEquals(Map.of("announcement-elsewhere", 1L), counters.refused());
        loop.advance(INTERVAL);
        discovery.onAnnouncement(ELSEWHERE, ANNOUNCEMENT);
        assertEquals(ELSEWHERE, discovery.all().iterator().next().port());
        assertEquals(Map.of("announcement-elsewhere", 1L), counters.refused());
    }

    @Test
    void anotherPortIsARivalForThreeIntervals() {
        discovery.onAnnouncement(ELSEWHERE, ANNOUNCEMENT);
        assertEquals(Optional.of(ELSEWHERE), discovery.rivalPort(WTP));
        for (int i = 0; i < 3; i++) {
            assertFalse(discovery.isSettled(WTP));
            assertEquals(Optional.of(ELSEWHERE), discovery.rivalPort(WTP));
            loop.advance(INTERVAL);
            discovery.onAnnouncement(PORT, ANNOUNCEMENT);
        }
        assertEquals(Optional.empty(), discovery.rivalPort(WTP));
        assertTrue(discovery.isSettled(WTP));
    }

    @Test
    void aPortBetweenSwitchesIsNoRival() {
        discovery.onAnnouncement(ELSEWHERE, ANNOUNCEMENT);
        network = new Network(Set.of(PORT.node()), Map.of(),
            Set.of(new InterSwitchLink(new PortId("openflow:1", 1), ELSEWHERE)));
        assertEquals(Optional.empty(), discovery.rivalPort(WTP));
    }

    @Test
    void aWtpMovesAtOnceFromAPortThatProvesToBeBetweenSwitches() {
        discovery.onAnnouncement(ELSEWHERE, ANNOUNCEMENT);
        assertEquals(Optional.of(PORT), discovery.port(WTP));
        network = new Network(Set.of(PORT.node()), Map.of(),
            Set.of(new InterSwitchLink(PORT, new PortId("openflow:2", 1))));
        discovery.onAnnouncement(ELSEWHERE, ANNOUNCEMENT);
        assertEquals(Optional.of(ELSEWHERE), discovery.port(WTP));
        assertEquals(Optional.empty(), discovery.rivalPort(WTP));
    }

    @Test
    void aPortThatBecomesTheOwnOneIsNoRival() {
        discovery.onAnnouncement(ELSEWHERE, ANNOUNCEMENT);
        loop.advance(INTERVAL.multipliedBy(3));
        discovery.onAnnouncement(ELSEWHERE, ANNOUNCEMENT);
        assertEquals(Optional.of(ELSEWHERE), discovery.port(WTP));
        assertEquals(Optional.empty(), discovery.rivalPort(WTP));
        assertFalse(discovery.isSettled(WTP), "it has just moved");
    }

    private static Mac madeUp(final int number) {
        return Mac.parse("02:0b:00:00:%02x:%02x".formatted(number >> 8, number & 0xff));
    }

    private void announce(final Mac wtp, final PortId port) {
        discovery.onAnnouncement(port, new Announcement(wtp, INTERVAL, "attic", List.of(), List.of()));
    }

    @Test
    void onePortDoesNotKeepOutTheWtpsOfOthers() {
        for (int number = 0; number < 2000; number++) {
            announce(madeUp(number), ELSEWHERE);
        }
        assertEquals(UnprovenWtps.MAX_WTPS_OF_PORT + 1, discovery.wtps().size());
        assertEquals(Map.of("too-many-wtps-at-port", 2000L - UnprovenWtps.MAX_WTPS_OF_PORT), counters.refused());
        announce(madeUp(2000), PORT);
        assertEquals(Optional.of(PORT), discovery.port(madeUp(2000)));
        announce(madeUp(2000), ELSEWHERE);
        loop.advance(INTERVAL.multipliedBy(3));
        announce(madeUp(2000), ELSEWHERE);
        assertEquals(Optional.empty(), discovery.port(madeUp(2000)), "a move to a full port is a new one there");
    }

    @Test
    void aFullTableKeepsOutNoWtpThatWasAdmittedOnce() {
        for (int number = 0; number < UnprovenWtps.MAX_WTPS + 10; number++) {
            announce(madeUp(number), new PortId("openflow:3", 1 + number / UnprovenWtps.MAX_WTPS_OF_PORT));
        }
        assertEquals(UnprovenWtps.MAX_WTPS, discovery.wtps().size());
        assertEquals(Map.of("too-many-wtps", 11L), counters.refused());
        stored.put(madeUp(3000), ELSEWHERE);
        announce(madeUp(3000), ELSEWHERE);
        assertEquals(Optional.of(ELSEWHERE), discovery.port(madeUp(3000)));
    }

    @Test
    void aWtpThatIsAdmittedMakesRoomAtItsPort() {
        for (int number = 0; number < UnprovenWtps.MAX_WTPS_OF_PORT; number++) {
            announce(madeUp(number), ELSEWHERE);
            stored.put(madeUp(number), ELSEWHERE);
        }
        loop.advance(Duration.ofSeconds(1));
        announce(madeUp(100), ELSEWHERE);
        assertEquals(Optional.of(ELSEWHERE), discovery.port(madeUp(100)));
    }

    @Test
    void aWtpThatWasNeverAdmittedIsForgottenAMinuteAfterItsLastAnnouncement() {
        loop.advance(WtpDiscovery.KEPT.minusMillis(1));
        assertEquals(1, discovery.all().size());
        loop.advance(Duration.ofSeconds(1));
        assertEquals(List.of(), List.copyOf(discovery.all()));
        assertEquals(List.of("up", "quiet", "lost", "forgotten"), events);
    }

    @Test
    void forgottenWtpsMakeRoomAtTheirPort() {
        for (int number = 0; number < UnprovenWtps.MAX_WTPS_OF_PORT; number++) {
            announce(madeUp(number), ELSEWHERE);
        }
        loop.advance(WtpDiscovery.KEPT.plusSeconds(1));
        announce(madeUp(100), ELSEWHERE);
        assertEquals(Optional.of(ELSEWHERE), discovery.port(madeUp(100)));
    }

    @Test
    void aLostWtpThatWasAdmittedOnceIsKept() {
        stored.put(WTP, PORT);
        loop.advance(WtpDiscovery.KEPT.multipliedBy(10));
        assertEquals(1, discovery.all().size());
        assertEquals(List.of("up", "quiet", "lost"), events);
    }

    @Test
    void afterARestartAnAnnouncementElsewhereIsARivalOfTheStoredPort() {
        final Mac wtp = madeUp(1);
        stored.put(wtp, PORT);
        announce(wtp, ELSEWHERE);
        assertEquals(Optional.empty(), discovery.port(wtp), "its sessions must not use the address");
        assertEquals(Map.of("announcement-elsewhere", 1L), counters.refused());
        announce(wtp, PORT);
        assertEquals(Optional.of(PORT), discovery.port(wtp));
        assertEquals(Optional.of(ELSEWHERE), discovery.rivalPort(wtp));
    }

    @Test
    void aWtpThatMovedDuringARestartIsFoundOnceItsStoredPortHasBeenSilent() {
        final Mac wtp = madeUp(1);
        stored.put(wtp, PORT);
        network = Network.EMPTY;
        loop.advance(Duration.ofSeconds(30));
        announce(wtp, ELSEWHERE);
        assertEquals(Optional.empty(), discovery.port(wtp));
        loop.advance(ExpectedPorts.PATIENCE.minusSeconds(30));
        announce(wtp, ELSEWHERE);
        assertEquals(Optional.of(ELSEWHERE), discovery.port(wtp));
    }

    @Test
    void theWaitForTheStoredPortStartsWhenItsSwitchConnects() {
        final ExpectedPorts expected = new ExpectedPorts(0);
        final long connected = Duration.ofSeconds(60).toNanos();
        expected.connected(Set.of(PORT.node()), connected);
        expected.connected(Set.of(PORT.node()), connected * 2);
        final long end = connected + ExpectedPorts.PATIENCE.toNanos();
        assertTrue(expected.isExpectedAt(PORT, end - 1));
        assertFalse(expected.isExpectedAt(PORT, end));
        assertFalse(expected.isExpectedAt(ELSEWHERE, ExpectedPorts.PATIENCE.toNanos()));
    }

    @Test
    void aStoredPortBetweenSwitchesIsNotExpected() {
        final Mac wtp = madeUp(1);
        stored.put(wtp, PORT);
        network = new Network(Set.of(PORT.node()), Map.of(),
            Set.of(new InterSwitchLink(PORT, new PortId("openflow:2", 1))));
        announce(wtp, ELSEWHERE);
        assertEquals(Optional.of(ELSEWHERE), discovery.port(wtp));
    }
}
