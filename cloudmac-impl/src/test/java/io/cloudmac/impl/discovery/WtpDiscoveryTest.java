// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.discovery;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import io.cloudmac.impl.core.FrameCounters;
import io.cloudmac.impl.core.ManualLoop;
import io.cloudmac.impl.topology.InterSwitchLink;
import io.cloudmac.impl.topology.Network;
import io.cloudmac.impl.topology.PortId;
import io.cloudmac.impl.topology.TopologyService;
import io.cloudmac.impl.wire.Announcement;
import io.cloudmac.impl.wire.Mac;
import java.time.Duration;
import java.util.ArrayList;
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
    private WtpDiscovery discovery;
    private boolean answering;
    private Network network = new Network(Set.of(PORT.node()), Map.of(), Set.of());

    @BeforeEach
    void start() {
        final TopologyService topology = mock(TopologyService.class);
        when(topology.network()).thenAnswer(call -> network);
        discovery = new WtpDiscovery(loop, counters, topology);
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
}
