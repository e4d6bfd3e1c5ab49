// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.binding;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import io.cloudmac.impl.binding.Assignment.Origin;
import io.cloudmac.impl.binding.Assignment.ServingWtps;
import io.cloudmac.impl.binding.Assignment.VirtualStation;
import io.cloudmac.impl.core.ManualLoop;
import io.cloudmac.impl.learned.Learned;
import io.cloudmac.impl.learned.Learned.KnownVirtualStation;
import io.cloudmac.impl.learned.LearnedStore;
import io.cloudmac.impl.topology.PortId;
import io.cloudmac.impl.wire.Mac;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.opendaylight.yangtools.concepts.Registration;

class VirtualStationRecorderTest {
    private static final Mac STATION = Mac.parse("02:5a:00:00:0a:01");
    private static final Mac WTP = Mac.parse("02:c1:0d:aa:00:01");
    private static final Mac OTHER = Mac.parse("02:c1:0d:aa:00:02");
    private static final PortId PORT = new PortId("openflow:1", 1);

    private final ManualLoop loop = new ManualLoop();
    private final LearnedStore learned = mock(LearnedStore.class);
    private final AssignmentSource assignments = mock(AssignmentSource.class);
    private Runnable changed;
    /** When the datastore commits the next write. */
    private CompletableFuture<Void> commit = new CompletableFuture<>();
    /** The WTP of each write, in order; null address: the virtual station was removed. */
    private final List<Mac> writes = new ArrayList<>();

    private void assign(final Map<Mac, VirtualStation> stations) {
        when(assignments.assignment()).thenReturn(Assignment.NOTHING.withVirtualStations(stations));
        changed.run();
        loop.run();
    }

    private static Map<Mac, VirtualStation> servedBy(final Mac wtp) {
        return Map.of(STATION, new VirtualStation(PORT, Optional.of(ServingWtps.by(wtp, Origin.AUTOMATIC))));
    }

    @BeforeEach
    void start() {
        when(learned.learned()).thenReturn(Learned.NOTHING);
        when(assignments.listen(any())).thenAnswer(call -> {
            changed = call.getArgument(0);
            return (Registration) () -> { };
        });
        when(learned.putVirtualStation(any(), any())).thenAnswer(call -> {
            writes.add(call.<KnownVirtualStation>getArgument(1).wtp());
            return commit;
        });
        when(learned.removeVirtualStation(any())).thenAnswer(call -> {
            writes.add(Mac.NULL);
            return commit;
        });
        new VirtualStationRecorder(loop, assignments, learned);
    }

    @Test
    void storesWhatHasChangedOnly() {
        commit = CompletableFuture.completedFuture(null);
        assign(servedBy(WTP));
        assign(servedBy(WTP));
        assertEquals(List.of(WTP), writes);
        assign(Map.of());
        assign(Map.of());
        assertEquals(List.of(WTP, Mac.NULL), writes);
    }

    @Test
    void aFailedWriteIsRepeated() {
        assign(servedBy(WTP));
        commit.completeExceptionally(new IllegalStateException("no leader"));
        commit = CompletableFuture.completedFuture(null);
        loop.advance(VirtualStationRecorder.RETRY_DELAY);
        assertEquals(List.of(WTP, WTP), writes);
        loop.advance(VirtualStationRecorder.RETRY_DELAY.multipliedBy(5));
        assertEquals(List.of(WTP, WTP), writes, "it is stored");
    }

    @Test
    void aChangeDuringAWriteIsStoredAfterIt() {
        final CompletableFuture<Void> first = commit;
        assign(servedBy(WTP));
        assign(servedBy(OTHER));
        assertEquals(List.of(WTP), writes, "the datastore has not answered");
        commit = CompletableFuture.completedFuture(null);
        first.complete(null);
        loop.run();
        assertEquals(List.of(WTP, OTHER), writes);
    }

    @Test
    void aChangeBackAfterAFailedWriteIsStoredToo() {
        commit = CompletableFuture.completedFuture(null);
        assign(servedBy(WTP));
        commit = CompletableFuture.failedFuture(new IllegalStateException("a time-out after the commit"));
        assign(servedBy(OTHER));
        commit = CompletableFuture.completedFuture(null);
        assign(servedBy(WTP));
        loop.advance(VirtualStationRecorder.RETRY_DELAY);
        assertEquals(List.of(WTP, OTHER, WTP), writes);
    }
}
