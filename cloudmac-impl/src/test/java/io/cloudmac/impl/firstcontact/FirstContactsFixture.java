// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.firstcontact;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import io.cloudmac.impl.admission.Authorizations;
import io.cloudmac.impl.binding.Assignment;
import io.cloudmac.impl.binding.Assignment.Origin;
import io.cloudmac.impl.binding.Assignment.ServingWtps;
import io.cloudmac.impl.binding.AssignmentSource;
import io.cloudmac.impl.binding.FakeAdmission;
import io.cloudmac.impl.config.FakeConfiguration;
import io.cloudmac.impl.core.FrameCounters;
import io.cloudmac.impl.core.ManualLoop;
import io.cloudmac.impl.discovery.WtpDirectory;
import io.cloudmac.impl.flow.FlowProgram;
import io.cloudmac.impl.flow.FlowProgram.Confirmation;
import io.cloudmac.impl.flow.FlowStatus.RuleState;
import io.cloudmac.impl.learned.Learned;
import io.cloudmac.impl.learned.LearnedStore;
import io.cloudmac.impl.learned.StationKey;
import io.cloudmac.impl.openflow.Activity;
import io.cloudmac.impl.openflow.FrameSender;
import io.cloudmac.impl.openflow.FrameSource;
import io.cloudmac.impl.openflow.FrameSource.FrameListener;
import io.cloudmac.impl.steering.SteeringLog;
import io.cloudmac.impl.topology.PortId;
import io.cloudmac.impl.wire.Announcement;
import io.cloudmac.impl.wire.CloudmacFrame;
import io.cloudmac.impl.wire.CloudmacFrame.Direction;
import io.cloudmac.impl.wire.Mac;
import io.cloudmac.impl.wire.RadioTag;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.Cloudmac;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.CloudmacBuilder;
import org.opendaylight.yangtools.concepts.Registration;

/** The parts around {@link FirstContacts}: frames of two WTPs with a VAP, and what becomes of them. */
abstract class FirstContactsFixture {
    static final PortId PORT1 = new PortId("openflow:1", 1);
    static final PortId PORT2 = new PortId("openflow:1", 2);
    static final PortId ELSEWHERE = new PortId("openflow:1", 9);
    static final PortId VAP = new PortId("openflow:2", 1);
    static final Mac WTP1 = Mac.parse("02:c1:0d:aa:00:01");
    static final Mac WTP2 = Mac.parse("02:c1:0d:aa:00:02");
    static final Mac BSSID = Mac.parse("02:c1:0d:00:12:34");
    static final Mac STATION = Mac.parse("02:5a:00:00:00:01");
    static final StationKey KEY = new StationKey(BSSID, STATION);
    static final int FRAME = 22;
    static final int HEADER = 24;
    static final int AUTHENTICATION = 0xb0;
    static final int PUBLIC_ACTION = 0xd0;
    static final int PROBE_REQUEST = 0x40;
    static final Duration TICK = Duration.ofSeconds(5);
    static final Duration WINDOW = Duration.ofMillis(50);

    final ManualLoop loop = new ManualLoop();
    final FakeAdmission admission = new FakeAdmission();
    final FrameCounters counters = new FrameCounters();
    final SteeringLog log = new SteeringLog();
    final Map<StationKey, Mac> stored = new HashMap<>();
    /** When the datastore commits a binding. */
    CompletableFuture<Void> committed = CompletableFuture.completedFuture(null);
    /** When the datastore commits the end of bindings. */
    CompletableFuture<Void> removed = CompletableFuture.completedFuture(null);
    final List<byte[]> sent = new ArrayList<>();
    final CompletableFuture<Void> rules = new CompletableFuture<>();
    Cloudmac configuration = new CloudmacBuilder().build();
    Assignment assignment = assigned(Map.of());
    Map<Mac, Announcement> announced = Map.of();
    final Activity activity = mock(Activity.class);
    final FlowProgram flows = mock(FlowProgram.class);
    final Authorizations authorizations = mock(Authorizations.class);
    final LastWtps last = new LastWtps();
    Map<StationKey, Mac> probes = Map.of();
    Map<Mac, Learned.KnownVap> vaps = Map.of();
    /** How long a frame has waited for the event loop. */
    Duration behind = Duration.ZERO;
    FrameListener radio;
    Runnable reassigned;

    static Assignment assigned(final Map<StationKey, ServingWtps> stations) {
        return new Assignment(Map.of(WTP1, PORT1, WTP2, PORT2),
            Map.of(BSSID, new Assignment.Vap(VAP, 2412, Set.of(WTP1, WTP2))), stations);
    }

    @BeforeEach
    void start() {
        final FrameSource frames = listener -> {
            radio = listener;
            return () -> { };
        };
        final AssignmentSource assignments = mock(AssignmentSource.class);
        when(assignments.assignment()).thenAnswer(call -> assignment);
        when(assignments.listen(any())).thenAnswer(call -> {
            reassigned = call.getArgument(0);
            return (Registration) () -> { };
        });
        final FakeConfiguration source = new FakeConfiguration(() -> configuration);
        final LearnedStore store = mock(LearnedStore.class);
        when(store.putStation(any(), any())).thenAnswer(call -> {
            final StationKey key = call.getArgument(0);
            final Mac wtp = call.getArgument(1);
            return committed.thenRun(() -> stored.put(key, wtp));
        });
        confirmWith(rules);
        when(store.learned()).thenAnswer(call -> new Learned(Map.of(), vaps, Map.copyOf(stored), Set.of()));
        when(store.removeStations(any())).thenAnswer(call -> {
            final Set<StationKey> gone = call.getArgument(0);
            return removed.thenRun(() -> stored.keySet().removeAll(gone));
        });
        when(activity.stationLastSeen(any())).thenReturn(Optional.empty());
        when(activity.isVapActive(any())).thenReturn(true);
        final FrameSender sender = (port, data) -> {
            assertEquals(VAP, port);
            sent.add(data);
        };
        when(authorizations.reportingSession(any())).thenReturn(OptionalLong.empty());
        final WtpDirectory wtps = mock(WtpDirectory.class);
        when(wtps.wtps()).thenAnswer(call -> announced);
        new FirstContacts(loop, frames, wtps, admission, assignments, source, store, flows, activity, sender, counters,
            log, now -> probes = now, authorizations, last);
    }

    /** Lets all stations wait for one stage from now on. */
    void confirmWith(final CompletableFuture<Void> stage) {
        when(flows.uplinkState(any(), any())).thenReturn(RuleState.PENDING);
        when(flows.confirm(any())).thenAnswer(call -> List.of(new Confirmation<>(call.getArgument(0), stage)));
    }

    byte[] receive(final PortId port, final int signal, final int vap, final Mac station) {
        return receive(port, new RadioTag(signal, 2, 7, RadioTag.KIND_FRAME, vap), station);
    }

    byte[] receive(final PortId port, final RadioTag tag, final Mac station) {
        return receive(port, tag, station, AUTHENTICATION);
    }

    byte[] receive(final PortId port, final RadioTag tag, final Mac station, final int type,
            final int... body) {
        final byte[] data = new byte[FRAME + HEADER + body.length];
        data[0] = (byte) tag.level();
        data[FRAME] = (byte) type;
        for (int i = 0; i < body.length; i++) {
            data[FRAME + HEADER + i] = (byte) body[i];
        }
        radio.firstContact(port, new CloudmacFrame(Direction.UPLINK, 0, station, tag, 14, 8, FRAME,
            HEADER + body.length, HEADER), data, loop.nanoTime() - behind.toNanos());
        return data;
    }

    byte[] probe(final PortId port, final int signal, final Mac station, final int... body) {
        return receive(port, new RadioTag(signal, 2, 7, RadioTag.KIND_FRAME, RadioTag.VAP_ANY), station,
            PROBE_REQUEST, body);
    }

    void bind() {
        assignment = assigned(Map.of(KEY, ServingWtps.by(WTP1, Origin.AUTOMATIC)));
        reassigned.run();
        loop.run();
    }
}
