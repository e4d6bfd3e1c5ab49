// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.firstcontact;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import io.cloudmac.impl.binding.Assignment;
import io.cloudmac.impl.binding.Assignment.Origin;
import io.cloudmac.impl.binding.Assignment.ServingWtps;
import io.cloudmac.impl.binding.AssignmentSource;
import io.cloudmac.impl.binding.FakeAdmission;
import io.cloudmac.impl.binding.LeaseService;
import io.cloudmac.impl.binding.LeaseService.Lease;
import io.cloudmac.impl.config.FakeConfiguration;
import io.cloudmac.impl.core.FrameCounters;
import io.cloudmac.impl.core.ManualLoop;
import io.cloudmac.impl.discovery.WtpDirectory;
import io.cloudmac.impl.flow.FlowProgram;
import io.cloudmac.impl.flow.FlowProgram.Confirmation;
import io.cloudmac.impl.learned.Learned;
import io.cloudmac.impl.learned.LearnedStore;
import io.cloudmac.impl.learned.StationKey;
import io.cloudmac.impl.openflow.Activity;
import io.cloudmac.impl.openflow.DownlinkSource.DownlinkListener;
import io.cloudmac.impl.steering.SteeringLog;
import io.cloudmac.impl.steering.SteeringTrigger.Reason;
import io.cloudmac.impl.topology.PortId;
import io.cloudmac.impl.wire.Mac;
import io.cloudmac.impl.wire.OuterHeader;
import io.cloudmac.impl.wire.RadioTag;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.Cloudmac;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.CloudmacBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.Settings.MaximumStations;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.SettingsBuilder;
import org.opendaylight.yangtools.concepts.Registration;
import org.opendaylight.yangtools.yang.common.Uint32;

class ReturningStationsTest {
    private static final PortId WTP_PORT = new PortId("openflow:1", 1);
    private static final PortId VAP_PORT = new PortId("openflow:2", 1);
    private static final Mac WTP = Mac.parse("02:c1:0d:aa:00:01");
    private static final Mac BSSID = Mac.parse("02:c1:0d:00:12:34");
    private static final StationKey KEY = new StationKey(BSSID, Mac.parse("02:5a:00:00:00:01"));
    private static final StationKey OTHER = new StationKey(BSSID, Mac.parse("02:5a:00:00:00:02"));

    private final ManualLoop loop = new ManualLoop();
    private final FakeAdmission admission = new FakeAdmission();
    private final FrameCounters counters = new FrameCounters();
    private final SteeringLog log = new SteeringLog();
    private final LastWtps last = new LastWtps();
    private final Map<StationKey, Mac> stored = new HashMap<>();
    private final List<String> sent = new ArrayList<>();
    private final FlowProgram flows = mock(FlowProgram.class);
    private final Activity activity = mock(Activity.class);
    private final LeaseService leases = mock(LeaseService.class);
    private final CompletableFuture<Void> leased = new CompletableFuture<>();
    private CompletableFuture<Void> committed = new CompletableFuture<>();
    private CompletableFuture<Void> rules = new CompletableFuture<>();
    private Cloudmac configuration = new CloudmacBuilder().build();
    private Assignment assignment = assigned(Map.of(), Set.of());
    private DownlinkListener vap;
    private Runnable reassigned;

    private static Assignment assigned(final Map<StationKey, ServingWtps> stations, final Set<Mac> draining) {
        return new Assignment(Map.of(WTP, WTP_PORT),
            Map.of(BSSID, new Assignment.Vap(VAP_PORT, 2412, Set.of(WTP))), stations, draining);
    }

    @BeforeEach
    void start() {
        final AssignmentSource assignments = mock(AssignmentSource.class);
        when(assignments.assignment()).thenAnswer(call -> assignment);
        when(assignments.listen(any())).thenAnswer(call -> {
            reassigned = call.getArgument(0);
            return (Registration) () -> { };
        });
        final FakeConfiguration source = new FakeConfiguration(() -> configuration);
        final LearnedStore store = mock(LearnedStore.class);
        when(store.learned()).thenAnswer(call -> new Learned(Map.of(), Map.of(), Map.copyOf(stored), Set.of()));
        when(store.putStation(any(), any())).thenAnswer(call -> {
            final StationKey key = call.getArgument(0);
            final Mac wtp = call.getArgument(1);
            return committed.thenRun(() -> stored.put(key, wtp));
        });
        when(flows.confirm(any())).thenAnswer(call -> List.of(new Confirmation<>(call.getArgument(0), rules)));
        when(leases.hold(new Lease(WTP, BSSID, 2412))).thenReturn(leased);
        final WtpDirectory wtps = mock(WtpDirectory.class);
        when(wtps.wtps()).thenReturn(Map.of());
        new ReturningStations(loop, listener -> {
            vap = listener;
            return () -> { };
        }, last, wtps, admission, assignments, source, store, flows, leases,
            activity, (port, data) -> sent.add(port + " " + data[0]), counters, log);
        when(activity.isVapActive(BSSID)).thenReturn(true);
        last.put(KEY, WTP);
    }

    private void send(final PortId port, final int id, final StationKey key, final int content) {
        vap.downlink(port, new OuterHeader(-1, key.station(), new RadioTag(RadioTag.LEVEL_UNKNOWN, 0, 0,
            RadioTag.KIND_FRAME, id), 14), new byte[] { (byte) content });
        loop.run();
    }

    private void send(final int content) {
        send(VAP_PORT, 0x1234, KEY, content);
    }

    private void commit() {
        committed.complete(null);
        loop.run();
        assignment = assigned(Map.of(KEY, ServingWtps.by(stored.get(KEY), Origin.AUTOMATIC)), Set.of());
        reassigned.run();
        loop.run();
    }

    @Test
    void theFirstDownlinkFrameFindsTheLastWtp() {
        send(1);
        commit();
        assertEquals(Map.of(KEY, WTP), stored);
        assertEquals(List.of(), sent, "no rules yet");
        rules.complete(null);
        loop.run();
        assertEquals(List.of(), sent, "the WTP does not transmit for the VAP yet");
        leased.complete(null);
        loop.run();
        assertEquals(List.of(WTP_PORT + " 1"), sent);
        assertEquals(List.of(Reason.DOWNLINK), log.decisions().stream().map(each -> each.trigger().reason()).toList());
        assertEquals(Map.of(), counters.refused());
    }

    @Test
    void onlyTheNewestFrameIsSentAfterTheRules() {
        leased.complete(null);
        send(1);
        send(2);
        commit();
        send(3);
        rules.complete(null);
        loop.run();
        assertEquals(List.of(WTP_PORT + " 3"), sent);
        assertEquals(1, log.decisions().size());
    }

    @Test
    void aStationThatNoWtpServedIsNotBound() {
        send(VAP_PORT, 0x1234, OTHER, 1);
        committed.complete(null);
        loop.run();
        assertEquals(Map.of(), stored);
        assertEquals(Map.of("downlink-to-unbound-station", 1L), counters.refused());
    }

    @Test
    void onlyTheVapsOwnPortCounts() {
        send(WTP_PORT, 0x1234, KEY, 1);
        send(VAP_PORT, 0x9999, KEY, 1);
        assertEquals(Map.of("downlink-of-unknown-vap", 2L), counters.refused());
        assertTrue(log.decisions().isEmpty());
    }

    @Test
    void aWtpThatDrainsGetsNoStation() {
        assignment = assigned(Map.of(), Set.of(WTP));
        send(1);
        assertEquals(Map.of("downlink-to-unbound-station", 1L), counters.refused());
    }

    @Test
    void aSilentVapGetsNoLease() {
        when(activity.isVapActive(BSSID)).thenReturn(false);
        send(1);
        assertEquals(Map.of("downlink-to-unbound-station", 1L), counters.refused());
    }

    @Test
    void settingsForbidIt() {
        for (final SettingsBuilder settings : List.of(new SettingsBuilder().setAutomaticStations(false),
                new SettingsBuilder().setMaximumStations(new MaximumStations(Uint32.ONE)))) {
            stored.put(OTHER, WTP);
            configuration = new CloudmacBuilder().setSettings(settings.build()).build();
            send(1);
        }
        assertEquals(Map.of("downlink-to-unbound-station", 2L), counters.refused());
        assertEquals(Map.of(OTHER, WTP), stored);
    }

    @Test
    void aFailedCommitLetsTheNextFrameTryAgain() {
        leased.complete(null);
        send(1);
        committed.completeExceptionally(new IllegalStateException("no leader"));
        loop.run();
        committed = new CompletableFuture<>();
        send(2);
        commit();
        rules.complete(null);
        loop.run();
        assertEquals(List.of(WTP_PORT + " 2"), sent);
    }

    @Test
    void aFrameIsNotSentWithoutItsRules() {
        send(1);
        commit();
        leased.complete(null);
        rules.completeExceptionally(new TimeoutException("1 flow rules are missing"));
        loop.run();
        assertEquals(List.of(), sent);
        assertEquals(Map.of("downlink-not-sent", 1L), counters.refused());
    }

    @Test
    void aWaitWithoutAnAssignmentEnds() {
        leased.complete(null);
        send(1);
        loop.advance(Duration.ofSeconds(10));
        committed = new CompletableFuture<>();
        send(2);
        assertEquals(Map.of(), counters.refused(), "the second frame waits too, and does not replace the first");
        commit();
        rules.complete(null);
        loop.run();
        assertEquals(List.of(WTP_PORT + " 2"), sent);
    }

    @Test
    void theOldestOfTooManyStationsIsForgotten() {
        for (int i = 0; i < LastWtps.MAX_STATIONS; i++) {
            last.put(new StationKey(BSSID, new Mac(0x020000000000L + i)), WTP);
        }
        assertTrue(last.get(KEY).isEmpty());
        assertTrue(last.get(new StationKey(BSSID, new Mac(0x020000000000L))).isPresent());
    }
}
