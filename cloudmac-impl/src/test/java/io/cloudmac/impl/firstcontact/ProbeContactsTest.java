// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.firstcontact;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.cloudmac.impl.binding.Assignment;
import io.cloudmac.impl.learned.Learned;
import io.cloudmac.impl.steering.SteeringTrigger.SignalInput;
import io.cloudmac.impl.topology.PortId;
import io.cloudmac.impl.wire.Mac;
import io.cloudmac.impl.wire.RadioTag;
import io.cloudmac.impl.wire.RawSsid;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The answers to probe requests of stations that are not bound, and what their signals decide. */
class ProbeContactsTest extends FirstContactsFixture {
    /** The assignment follows the entries, as that of the binding engine. */
    private void answerProbes() {
        final Assignment before = assigned(Map.of());
        assignment = new Assignment(before.wtps(), before.vaps(), before.stations(), Set.of(), probes);
    }

    @Test
    void aProbeRequestBindsNobodyAndIsAnsweredForTwoSeconds() {
        rules.complete(null);
        probe(PORT1, -70, STATION);
        probe(PORT2, -50, STATION);
        loop.skip(ProbeContacts.WINDOW);
        loop.advance(Duration.ZERO);
        assertEquals(Map.of(KEY, WTP2), probes);
        answerProbes();
        loop.advance(Duration.ofMillis(1500));
        final byte[] second = probe(PORT2, -50, STATION);
        assertSame(second, sent.get(sent.size() - 1));
        probe(PORT1, -40, STATION);
        assertEquals(Map.of("copy-of-another-wtp", 1L), counters.refused());
        loop.advance(Duration.ofMillis(1999));
        assertEquals(Map.of(KEY, WTP2), probes);
        loop.advance(Duration.ofMillis(1));
        assertEquals(Map.of(), probes);
        assertEquals(Map.of(), stored);
        assertEquals(List.of(), log.decisions());
    }

    /** The first frame of PKEX (DPP) names no VAP either. */
    @Test
    void aPublicActionFrameToAllNetworksIsAnsweredLikeAProbeRequest() {
        rules.complete(null);
        publicAction();
        loop.skip(ProbeContacts.WINDOW);
        loop.advance(Duration.ZERO);
        assertEquals(Map.of(KEY, WTP1), probes);
        answerProbes();
        final byte[] second = publicAction();
        assertSame(second, sent.get(sent.size() - 1));
        assertEquals(Map.of(), stored);
    }

    private byte[] publicAction() {
        return receive(PORT1, new RadioTag(-70, 2, 7, RadioTag.KIND_FRAME, RadioTag.VAP_ANY), STATION,
            PUBLIC_ACTION, 4, 9);
    }

    @Test
    void aProbeRequestForAnotherSsidIsNotForTheVap() {
        vaps = Map.of(BSSID, new Learned.KnownVap(VAP, RawSsid.of("ab"), 2412, 100));
        probe(PORT1, -70, STATION, 0, 2, 'a', 'c');
        loop.advance(WINDOW);
        assertEquals(Map.of(), probes);
        probe(PORT1, -70, STATION, 0, 2, 'a', 'b');
        loop.advance(WINDOW);
        assertEquals(Map.of(KEY, WTP1), probes);
    }

    @Test
    void aVapWhoseChannelIsUnknownAnswersNobody() {
        assignment = new Assignment(assignment.wtps(),
            Map.of(BSSID, new Assignment.Vap(VAP, 0, Set.of(WTP1, WTP2))), Map.of());
        probe(PORT1, -70, STATION);
        receive(PORT1, -69, 0x1234, STATION);
        loop.advance(WINDOW);
        assertEquals(Map.of(), probes);
        assertEquals(Map.of(), stored);
        assertEquals(Map.of("no-radio-on-channel", 2L), counters.refused());
    }

    @Test
    void aProbeRequestHasShownTheSignals() {
        probe(PORT1, -70, STATION);
        probe(PORT2, -50, STATION);
        loop.advance(ProbeContacts.WINDOW);
        loop.advance(Duration.ofMillis(1999));
        receive(PORT1, -69, 0x1234, STATION);
        assertEquals(Map.of(KEY, WTP2), stored, "without a window");
        loop.advance(Duration.ZERO);
        assertEquals(List.of(SignalInput.of(WTP1, -69, 2), SignalInput.of(WTP2, -50, 1)),
            log.decisions().get(0).trigger().inputs());
    }

    @Test
    void aCopyOfTheProbeRequestByASlowBackhaulCounts() {
        probe(PORT1, -70, STATION);
        loop.advance(ProbeContacts.WINDOW);
        probe(PORT2, -50, STATION);
        receive(PORT1, -70, 0x1234, STATION);
        assertEquals(Map.of(KEY, WTP2), stored, "without a window");
    }

    @Test
    void anOldProbeRequestShowsNoSignals() {
        probe(PORT2, -50, STATION);
        loop.advance(ProbeContacts.WINDOW);
        loop.advance(Duration.ofSeconds(1));
        probe(PORT2, -50, STATION);
        loop.advance(Duration.ofSeconds(1));
        receive(PORT1, -60, 0x1234, STATION);
        assertTrue(stored.isEmpty(), "the station may have moved");
        loop.advance(WINDOW);
        assertEquals(Map.of(KEY, WTP1), stored);
    }

    @Test
    void aWtpThatMayNotServeAnyMoreGetsNoStationByItsProbeRequest() {
        probe(PORT1, -70, STATION);
        probe(PORT2, -50, STATION);
        loop.advance(ProbeContacts.WINDOW);
        assignment = new Assignment(assignment.wtps(), assignment.vaps(), Map.of(), Set.of(WTP2), Map.of());
        receive(PORT1, -69, 0x1234, STATION);
        assertEquals(Map.of(KEY, WTP1), stored);
    }

    @Test
    void aStationThatProbesIsBoundWhenItAuthenticates() {
        probe(PORT1, -70, STATION);
        loop.advance(WINDOW);
        answerProbes();
        receive(PORT1, -70, 0x1234, STATION);
        probe(PORT1, -70, STATION);
        loop.advance(WINDOW);
        assertEquals(Map.of(KEY, WTP1), stored);
        assertEquals(1, log.decisions().size());
    }

    @Test
    void aProbeFloodDoesNotUnbindASleepingStation() {
        receive(PORT1, -70, 0x1234, STATION);
        loop.advance(WINDOW);
        bind();
        rules.complete(null);
        for (int i = 0; i < 10_000; i++) {
            probe(PORT1, -70, new Mac(0x025A_0001_0000L + i));
            loop.advance(Duration.ofMillis(6));
            assertTrue(probes.size() <= ProbeContacts.MAX_PER_WTP, "entries: " + probes.size());
        }
        assertEquals(Map.of(KEY, WTP1), stored);
        assertEquals(1, log.decisions().size());
        assertTrue(probes.size() > ProbeContacts.MAX_PER_WTP / 2, "the flood is answered: " + probes.size());
        loop.advance(ProbeContacts.ENTRY_TIME);
        assertEquals(Map.of(), probes);
    }

    @Test
    void aFloodAtOneWtpLeavesRoomForOthers() {
        flood(PORT1, 10_000);
        assertEquals(Map.of("too-many-probes", 10_000L - ProbeContacts.MAX_PER_WTP), counters.refused());
        probe(PORT2, -70, STATION);
        loop.advance(WINDOW);
        assertEquals(WTP2, probes.get(KEY));
    }

    @Test
    void probesOfAllWtpsAreLimited() {
        final Map<Mac, PortId> wtps = new HashMap<>();
        for (int i = 0; i < 10; i++) {
            wtps.put(new Mac(WTP1.value() + i), new PortId("openflow:1", 1 + i));
        }
        assignment = new Assignment(wtps, Map.of(BSSID, new Assignment.Vap(VAP, 2412, wtps.keySet())), Map.of());
        wtps.values().forEach(port -> flood(port, 100));
        assertEquals(Map.of("too-many-probes", 1000L - ProbeContacts.MAX_PROBES), counters.refused());
    }

    /** Other stations send a probe request each. */
    private void flood(final PortId port, final int stations) {
        for (int i = 0; i < stations; i++) {
            probe(port, -70, new Mac(0x025A_0001_0000L + 0x1_0000L * port.number() + i));
        }
    }
}
