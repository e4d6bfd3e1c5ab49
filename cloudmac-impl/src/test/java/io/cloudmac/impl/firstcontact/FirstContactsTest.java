// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.firstcontact;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.eq;
import static org.mockito.Mockito.never;
import static org.mockito.Mockito.times;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import io.cloudmac.impl.binding.Assignment;
import io.cloudmac.impl.binding.Assignment.Origin;
import io.cloudmac.impl.binding.Assignment.ServingWtps;
import io.cloudmac.impl.learned.StationKey;
import io.cloudmac.impl.steering.SteeringResult.Outcome;
import io.cloudmac.impl.steering.SteeringTrigger.SignalInput;
import io.cloudmac.impl.wire.Announcement;
import io.cloudmac.impl.wire.Mac;
import io.cloudmac.impl.wire.NeighbourProbe;
import io.cloudmac.impl.wire.RadioTag;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.CloudmacBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.Settings.MaximumStations;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.SettingsBuilder;
import org.opendaylight.yangtools.yang.common.Uint32;

/** The binding of stations at their first frame, and the forwarding of that frame. */
class FirstContactsTest extends FirstContactsFixture {
    @Test
    void theWtpWithTheBestSignalInTheWindowServes() {
        receive(PORT1, -70, 0x1234, STATION);
        receive(PORT2, -50, 0x1234, STATION);
        receive(PORT1, -60, 0x1234, STATION);
        assertTrue(stored.isEmpty(), "the contact window is still open");
        loop.advance(WINDOW);
        assertEquals(Map.of(KEY, WTP2), stored);
        assertEquals(List.of(SignalInput.of(WTP1, -60, 2), SignalInput.of(WTP2, -50, 1)),
            log.decisions().get(0).trigger().inputs());
    }

    @Test
    void aBindingThatTheDatastoreRefusesIsLoggedAsSuchAndTheNextFrameIsAFirstContact() {
        committed = new CompletableFuture<>();
        receive(PORT1, -70, 0x1234, STATION);
        loop.advance(WINDOW);
        assertEquals(List.of(), log.decisions(), "it is not stored");
        committed.completeExceptionally(new IllegalStateException("no leader"));
        loop.run();
        assertEquals(Outcome.KEPT, log.decisions().get(0).result().outcome());
        committed = CompletableFuture.completedFuture(null);
        receive(PORT1, -70, 0x1234, STATION);
        loop.advance(WINDOW);
        assertEquals(Map.of(KEY, WTP1), stored);
    }

    @Test
    void theEndOfASilentStationsBindingIsRepeatedAtTheNextCheck() {
        stored.put(KEY, WTP1);
        loop.advance(TICK);
        when(activity.stationKnownUntil(KEY)).thenReturn(Optional.of(Instant.now().plusSeconds(300)));
        removed = CompletableFuture.failedFuture(new IllegalStateException("no leader"));
        loop.advance(TICK);
        assertEquals(Map.of(KEY, WTP1), stored);
        removed = CompletableFuture.completedFuture(null);
        loop.advance(TICK);
        assertEquals(Map.of(), stored);
    }

    @Test
    void theOnlyWtpThatMayServeWaitsForNoOther() {
        announced = Map.of(WTP1, announced(WTP1, 2412), WTP2, announced(WTP2, 2437));
        receive(PORT1, -70, 0x1234, STATION);
        assertEquals(Map.of(KEY, WTP1), stored);
    }

    @Test
    void aSilentVapIsNoTarget() {
        when(activity.isVapActive(BSSID)).thenReturn(false);
        probe(PORT1, -50, STATION);
        receive(PORT1, -50, 0x1234, STATION);
        loop.advance(WINDOW);
        assertTrue(stored.isEmpty());
        assertTrue(probes.isEmpty());
        when(activity.isVapActive(BSSID)).thenReturn(true);
        receive(PORT1, -50, 0x1234, STATION);
        loop.advance(WINDOW);
        assertEquals(Map.of(KEY, WTP1), stored);
    }

    private static Announcement announced(final Mac wtp, final int frequency) {
        return new Announcement(wtp, Duration.ofSeconds(1), "wtp", List.of(),
            List.of(new Announcement.Radio(0, wtp, frequency, 20, 20, 0, 8, 1)));
    }

    @Test
    void aWtpOnTheVapsChannelHasPrecedence() {
        announced = Map.of(WTP1, announced(WTP1, 2412), WTP2, announced(WTP2, 2437));
        receive(PORT2, -30, 0x1234, STATION);
        receive(PORT1, -70, 0x1234, STATION);
        loop.advance(WINDOW);
        assertEquals(Map.of(KEY, WTP1), stored);
    }

    @Test
    void anyWtpServesAfterADelayIfNoneIsOnTheVapsChannel() {
        announced = Map.of(WTP1, announced(WTP1, 2462), WTP2, announced(WTP2, 2437));
        receive(PORT2, -30, 0x1234, STATION);
        loop.advance(Duration.ofSeconds(10));
        assertTrue(stored.isEmpty(), "a WTP on the channel may be about to be admitted");
        assertEquals(Map.of("no-radio-on-channel", 1L), counters.refused());
        receive(PORT2, -30, 0x1234, STATION);
        loop.advance(WINDOW);
        assertEquals(Map.of(KEY, WTP2), stored);
    }

    @Test
    void aWtpWithARadioOnNoChannelServesAtOnce() {
        announced = Map.of(WTP2, announced(WTP2, 0));
        receive(PORT2, -30, 0x1234, STATION);
        loop.advance(WINDOW);
        assertEquals(Map.of(KEY, WTP2), stored);
    }

    @Test
    void aWtpOnTheVapsChannelThatIsAdmittedInTimeKeepsItsStations() {
        announced = Map.of(WTP1, announced(WTP1, 2412), WTP2, announced(WTP2, 2437));
        admission.refuse(WTP1);
        receive(PORT2, -30, 0x1234, STATION);
        loop.advance(Duration.ofSeconds(2));
        admission.refuse();
        receive(PORT2, -30, 0x1234, STATION);
        receive(PORT1, -70, 0x1234, STATION);
        loop.advance(WINDOW);
        assertEquals(Map.of(KEY, WTP1), stored);
    }

    @Test
    void atASharedPortTheWtpThatIsUpHasPrecedence() {
        assignment = new Assignment(Map.of(WTP1, PORT1, WTP2, PORT1), assignment.vaps(), Map.of());
        announced = Map.of(WTP2, announced(WTP2, 2412));
        receive(PORT1, -70, 0x1234, STATION);
        loop.advance(WINDOW);
        assertEquals(Map.of(KEY, WTP2), stored);
    }

    @Test
    void atASharedPortTheAdmittedWtpHasPrecedence() {
        assignment = new Assignment(Map.of(WTP1, PORT1, WTP2, PORT1), assignment.vaps(), Map.of());
        announced = Map.of(WTP1, announced(WTP1, 2412), WTP2, announced(WTP2, 2412));
        admission.refuse(WTP1);
        receive(PORT1, -70, 0x1234, STATION);
        loop.advance(WINDOW);
        assertEquals(Map.of(KEY, WTP2), stored);
    }

    @Test
    void aWtpThatIsNotAdmittedGetsNoStation() {
        admission.refuse(WTP2);
        receive(PORT2, -20, 0x1234, STATION);
        loop.advance(WINDOW);
        assertEquals(Map.of(), stored);
        receive(PORT1, -80, 0x1234, STATION);
        receive(PORT2, -20, 0x1234, STATION);
        loop.advance(WINDOW);
        assertEquals(Map.of(KEY, WTP1), stored);
        assertEquals(Map.of("wtp-is-not-admitted", 2L), counters.refused());
    }

    @Test
    void aWtpThatLosesItsSessionInTheWindowGetsNoStation() {
        receive(PORT1, -80, 0x1234, STATION);
        receive(PORT2, -20, 0x1234, STATION);
        admission.refuse(WTP2);
        loop.advance(WINDOW);
        assertEquals(Map.of(KEY, WTP1), stored);
        stored.clear();
        final Mac other = Mac.parse("02:5a:00:00:00:02");
        admission.refuse();
        receive(PORT1, -80, 0x1234, other);
        admission.refuse(WTP1);
        loop.advance(WINDOW);
        assertEquals(Map.of(), stored);
        assertEquals(Map.of("no-wtp-may-serve", 1L), counters.refused());
    }

    @Test
    void aWtpThatIsNotAdmittedAnswersNoProbes() {
        admission.refuse(WTP2);
        probe(PORT2, -20, STATION);
        loop.advance(WINDOW);
        assertEquals(Map.of(), probes);
    }

    @Test
    void aBoundStationIsServedAfterTheEndOfTheSession() {
        receive(PORT1, -70, 0x1234, STATION);
        loop.advance(WINDOW);
        admission.refuse(WTP1);
        bind();
        rules.complete(null);
        loop.run();
        assertEquals(1, sent.size());
    }

    @Test
    void aForgedAnnouncementOnTheChannelExcludesNoWtp() {
        announced = Map.of(WTP1, announced(WTP1, 2437), WTP2, announced(WTP2, 2412));
        admission.refuse(WTP2);
        receive(PORT1, -70, 0x1234, STATION);
        loop.advance(Duration.ofSeconds(10));
        receive(PORT1, -70, 0x1234, STATION);
        loop.advance(WINDOW);
        assertEquals(Map.of(KEY, WTP1), stored);
    }

    @Test
    void theFirstFrameIsForwardedOnceTheRulesAreConfirmed() {
        final byte[] first = receive(PORT1, -70, 0x1234, STATION);
        loop.advance(WINDOW);
        assignment = assigned(Map.of(KEY, ServingWtps.by(WTP1, Origin.AUTOMATIC)));
        reassigned.run();
        loop.run();
        assertTrue(sent.isEmpty(), "no rules yet");
        rules.complete(null);
        loop.run();
        assertEquals(1, sent.size());
        assertSame(first, sent.get(0));
    }

    @Test
    void stationsOfOneAssignmentWaitForOneConfirmation() {
        final Map<StationKey, ServingWtps> services = new HashMap<>();
        for (int i = 0; i < 100; i++) {
            final Mac station = new Mac(0x0a00_0000_0000L + i);
            receive(PORT1, -70, 0x1234, station);
            services.put(new StationKey(BSSID, station), ServingWtps.by(WTP1, Origin.AUTOMATIC));
        }
        loop.advance(WINDOW);
        assignment = assigned(services);
        reassigned.run();
        loop.run();
        verify(flows, times(1)).confirm(services.keySet());
        rules.complete(null);
        loop.run();
        assertEquals(100, sent.size());
        verify(flows, never()).rulesAt(any());
    }

    @Test
    void onlyTheServingWtpsCopyOfABoundStationIsForwarded() {
        assignment = assigned(Map.of(KEY, ServingWtps.by(WTP1, Origin.AUTOMATIC)));
        receive(PORT2, -50, 0x1234, STATION);
        final byte[] copy = receive(PORT1, -70, 0x1234, STATION);
        loop.advance(WINDOW);
        assertEquals(1, sent.size());
        assertArrayEquals(copy, sent.get(0));
        assertTrue(stored.isEmpty());
        assertEquals(Map.of("copy-of-another-wtp", 1L), counters.refused());
    }

    @Test
    void theSwitchesThatReceivedTheFirstFrameWillHaveCopies() {
        receive(PORT2, -50, 0x1234, STATION);
        receive(PORT1, -70, 0x1234, STATION);
        loop.advance(WINDOW);
        verify(flows, never()).onCopy(any(), any());
        assignment = assigned(Map.of(KEY, ServingWtps.by(WTP2, Origin.AUTOMATIC)));
        reassigned.run();
        verify(flows).onCopy(KEY, PORT1);
    }

    @Test
    void aDrainingWtpGetsNoNewStations() {
        final Assignment before = assigned(Map.of());
        assignment = new Assignment(before.wtps(), before.vaps(), before.stations(), Set.of(WTP2));
        receive(PORT2, -30, 0x1234, STATION);
        loop.advance(WINDOW);
        assertTrue(stored.isEmpty());
        receive(PORT2, -30, 0x1234, STATION);
        receive(PORT1, -70, 0x1234, STATION);
        loop.advance(WINDOW);
        assertEquals(Map.of(KEY, WTP1), stored);
        assertEquals(Map.of("wtp-is-draining", 2L), counters.refused());
    }

    @Test
    void strangersDoNotUnbindAnAssociatedStation() {
        configuration = new CloudmacBuilder().setSettings(new SettingsBuilder()
            .setMaximumStations(new MaximumStations(Uint32.valueOf(16))).build()).build();
        receive(PORT1, -70, 0x1234, STATION);
        loop.advance(WINDOW);
        when(flows.hasForwarded(KEY)).thenReturn(true);
        // The station sleeps longer than all others are silent.
        when(activity.stationKnownUntil(any())).thenReturn(Optional.of(Instant.now().plusSeconds(20)));
        when(activity.stationKnownUntil(KEY)).thenReturn(Optional.of(Instant.now().plusSeconds(250)));
        for (int i = 0; i < 2_000; i++) {
            receive(PORT1, -70, 0x1234, new Mac(0x025A_0001_0000L + i));
            loop.advance(WINDOW);
        }
        assertTrue(stored.containsKey(KEY));
        assertTrue(stored.size() > 1 && stored.size() <= 16, "bound: " + stored.size());
    }

    @Test
    void strangersThatGoOnSendingDoNotKeepStationsOut() {
        configuration = new CloudmacBuilder().setSettings(new SettingsBuilder()
            .setMaximumStations(new MaximumStations(Uint32.valueOf(16))).build()).build();
        when(authorizations.reportingSession(BSSID)).thenReturn(OptionalLong.of(1));
        receive(PORT1, -70, 0x1234, STATION);
        loop.advance(WINDOW);
        when(authorizations.wasAuthorized(KEY)).thenReturn(true);
        for (int i = 0; i < 15; i++) {
            receive(PORT1, -70, 0x1234, new Mac(0x025A_0001_0000L + i));
            loop.advance(WINDOW);
        }
        final Set<StationKey> forwarded = Set.copyOf(stored.keySet());
        when(flows.hasForwarded(any())).thenAnswer(call -> forwarded.contains(call.<StationKey>getArgument(0)));
        when(activity.stationKnownUntil(any())).thenReturn(Optional.of(Instant.now().plusSeconds(20)));
        when(activity.stationKnownUntil(KEY)).thenReturn(Optional.of(Instant.now().plusSeconds(250)));
        final Mac late = Mac.parse("02:5a:00:02:00:00");
        receive(PORT1, -70, 0x1234, late);
        loop.advance(WINDOW);
        assertTrue(stored.containsKey(new StationKey(BSSID, late)), stored.toString());
        assertTrue(stored.containsKey(KEY));
        assertTrue(stored.size() <= 16, "bound: " + stored.size());
    }

    @Test
    void framesThatCannotBeBoundAreCounted() {
        receive(ELSEWHERE, -70, 0x1234, STATION);
        receive(PORT1, -70, 0x9999, STATION);
        receive(PORT1, -70, 0x1234, BSSID);
        receive(PORT1, -70, 0x1234, NeighbourProbe.address(7));
        receive(PORT1, new RadioTag(-70, 2, 7, RadioTag.KIND_TX_STATUS, 0x1234), STATION);
        receive(PORT1, new RadioTag(-128, 0, 7, RadioTag.KIND_VSTA, 0x1234), STATION);
        loop.advance(WINDOW);
        assertTrue(stored.isEmpty());
        assertEquals(Map.of("not-from-a-wtp", 1L, "unknown-vap", 1L, "frame-of-a-vap", 1L,
            "probe-of-a-wtp", 1L, "status-of-unknown-station", 1L, "message-to-virtual-station", 1L),
            counters.refused());
    }

    @Test
    void noStationIsBoundIfAutomaticBindingIsOff() {
        configuration = new CloudmacBuilder()
            .setSettings(new SettingsBuilder().setAutomaticStations(false).build()).build();
        receive(PORT1, -70, 0x1234, STATION);
        loop.advance(WINDOW);
        assertTrue(stored.isEmpty());
        assertEquals(Map.of("not-to-be-bound", 1L), counters.refused());
    }

    @Test
    void aStationIsUnboundAfterItsSwitchShowsALongSilence() {
        stored.put(KEY, WTP1);
        loop.advance(TICK);
        when(activity.stationKnownUntil(KEY)).thenReturn(Optional.of(Instant.now().plusSeconds(290)));
        loop.advance(TICK);
        assertEquals(Map.of(KEY, WTP1), stored);
        assertEquals(Optional.empty(), last.get(KEY));
        when(activity.stationKnownUntil(KEY)).thenReturn(Optional.of(Instant.now().plusSeconds(300)));
        loop.advance(TICK);
        assertEquals(Map.of(), stored);
        assertEquals(Optional.of(WTP1), last.get(KEY));
    }

    @Test
    void aSilentStationStaysBoundWhileTheHostOfItsVapHoldsIt() {
        stored.put(KEY, WTP1);
        loop.advance(TICK);
        final Instant later = Instant.now().plusSeconds(1000);
        when(activity.stationKnownUntil(KEY)).thenReturn(Optional.of(later));
        when(authorizations.heldUntil(eq(KEY), any())).thenReturn(Optional.of(later.minusSeconds(290)));
        loop.advance(TICK);
        assertEquals(Map.of(KEY, WTP1), stored);
        when(authorizations.heldUntil(eq(KEY), any())).thenReturn(Optional.of(later.minusSeconds(300)));
        loop.advance(TICK);
        assertEquals(Map.of(), stored, "the session ended long ago");
    }

    @Test
    void theStationWithTheLongestKnownSilenceIsReplaced() {
        final StationKey unread = new StationKey(BSSID, Mac.parse("02:5a:00:00:00:02"));
        final StationKey silent = new StationKey(BSSID, Mac.parse("02:5a:00:00:00:03"));
        configuration = new CloudmacBuilder().setSettings(new SettingsBuilder()
            .setMaximumStations(new MaximumStations(Uint32.TWO)).build()).build();
        receive(PORT1, -70, 0x1234, unread.station());
        loop.advance(TICK.plus(TICK).plus(WINDOW));
        receive(PORT1, -70, 0x1234, silent.station());
        loop.advance(TICK.plus(TICK).plus(WINDOW));
        assertEquals(Set.of(unread, silent), stored.keySet());
        when(activity.stationKnownUntil(unread)).thenReturn(Optional.of(Instant.EPOCH));
        when(activity.stationKnownUntil(silent)).thenReturn(Optional.of(Instant.now().plusSeconds(20)));
        receive(PORT1, -70, 0x1234, STATION);
        loop.advance(WINDOW);
        assertEquals(Set.of(unread, KEY), stored.keySet());
    }

    @Test
    void aFloodOfAddressesUsesBoundedMemory() {
        for (int i = 0; i < 10_000; i++) {
            receive(PORT1, -70, 0x1234, new Mac(0x025A_0001_0000L + i));
        }
        assertEquals(Map.of("too-many-contacts", 10_000L - 1024), counters.refused());
        loop.advance(WINDOW);
        for (int i = 10_000; i < 20_000; i++) {
            receive(PORT1, -70, 0x1234, new Mac(0x025A_0001_0000L + i));
        }
        loop.advance(WINDOW);
        assertTrue(stored.size() <= 1024, "bound: " + stored.size());
    }
}
