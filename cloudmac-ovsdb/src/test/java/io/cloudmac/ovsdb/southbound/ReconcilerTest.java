// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.ovsdb.southbound;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.mockingDetails;
import static org.mockito.Mockito.times;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.common.util.concurrent.MoreExecutors;
import io.cloudmac.ovsdb.db.RowKey;
import io.cloudmac.ovsdb.db.Snapshot;
import io.cloudmac.ovsdb.jsonrpc.OvsdbConnection;
import io.cloudmac.ovsdb.jsonrpc.OvsdbException;
import io.cloudmac.ovsdb.plan.DesiredRow;
import io.cloudmac.ovsdb.plan.DesiredState;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import org.junit.Test;
import org.opendaylight.yang.gen.v1.urn.cloudmac.ovsdb.rev261121.ProgrammingState;
import org.opendaylight.yang.gen.v1.urn.tbd.params.xml.ns.yang.network.topology.rev131021.NodeId;

/** Checks the steps and delays of reconciliation without a switch. */
public class ReconcilerTest {
    private static final RowKey KEY = new RowKey("Queue", "queue://1");
    private static final DesiredState DESIRED =
        DesiredState.of(Map.of(KEY, DesiredRow.free(KEY, Map.of())));
    private static final Duration REPEAT = Duration.ofMillis(100);
    private static final Duration LONGEST = Duration.ofSeconds(1);
    private static final Instant NOW = Instant.EPOCH;
    private static final String DONE = "[{},{\"uuid\":[\"uuid\",\"00000000-0000-0000-0000-000000000001\"]}]";

    private final OvsdbConnection connection = mock(OvsdbConnection.class);
    private final Reconciler reconciler = new Reconciler("s", new Reconciler.Delays(REPEAT, REPEAT, LONGEST));

    @Test
    public void oneTransactionAtATime() {
        start();
        step(NOW);
        step(NOW);
        verify(connection, times(1)).transact(any());
    }

    @Test
    public void aChangeThatIsUndoneIsRepeatedWithGrowingDelay() throws Exception {
        start();
        int sent = 0;
        for (Instant now = NOW; now.isBefore(NOW.plusSeconds(60)); now = now.plusMillis(10)) {
            final int before = sent;
            step(now);
            sent = mockingDetails(connection).getInvocations().stream()
                .filter(call -> call.getMethod().getName().equals("transact")).toArray().length;
            if (sent > before) {
                reconciler.replied(DESIRED, json(DONE), null, now);
            }
        }
        assertTrue("transactions within 60 s: " + sent, sent > 10 && sent < 75);
    }

    @Test
    public void rejectedRequestFailsAllRows() {
        start();
        step(NOW);
        reconciler.replied(DESIRED, null, new OvsdbException("not allowed", "read only"), NOW);
        step(NOW);
        final EntryState state = reconciler.states().get(KEY);
        assertEquals(ProgrammingState.Failed, state.state());
        assertEquals("not allowed", state.problem().code());
        assertEquals(1, reconciler.failures());
        assertEquals(NOW.plus(REPEAT), state.next());
    }

    @Test
    public void invalidReplyEndsTheConnection() throws Exception {
        start();
        step(NOW);
        reconciler.replied(DESIRED, json("[{}]"), null, NOW);
        verify(connection).close(any());
    }

    @Test
    public void timeOfAStateIsItsFirstOccurrence() {
        start();
        step(NOW);
        step(NOW.plusSeconds(5));
        assertEquals(NOW, reconciler.states().get(KEY).since());
    }

    /** Upstream: the only transaction thread dies on a RuntimeException. */
    @Test
    public void runtimeExceptionDoesNotStopTheAgent() {
        when(connection.transact(any())).thenReturn(new CompletableFuture<>());
        when(connection.snapshot())
            .thenThrow(new IllegalStateException("on purpose"))
            .thenReturn(Snapshot.EMPTY);
        final ScheduledExecutorService threads = Executors.newScheduledThreadPool(1);
        try {
            final SwitchAgent agent = new SwitchAgent(new NodeId("s"), new Reconciler.Delays(REPEAT, REPEAT, LONGEST),
                MoreExecutors.newSequentialExecutor(threads), threads, mock(OperationalWriter.class),
                EntryNotifier.NONE, new LocalOwnership(), idle -> { });
            agent.connected(connection);
            agent.configured(new SwitchAgent.Configuration(DESIRED, Map.of()));
            Await.until("the agent sends a transaction after the exception", () -> {
                verify(connection).transact(any());
                return true;
            });
        } finally {
            threads.shutdownNow();
        }
    }

    private void start() {
        when(connection.snapshot()).thenReturn(Snapshot.EMPTY);
        when(connection.transact(any())).thenReturn(new CompletableFuture<>());
        reconciler.connection(connection);
    }

    private void step(final Instant now) {
        reconciler.step(DESIRED, now, (result, failure) -> { });
    }

    private static JsonNode json(final String text) throws Exception {
        return new ObjectMapper().readTree(text);
    }
}
