// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.ovsdb.southbound;

import static org.junit.Assert.assertEquals;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.doAnswer;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;
import static org.mockito.Mockito.withSettings;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.cloudmac.ovsdb.db.RowKey;
import io.cloudmac.ovsdb.db.Snapshot;
import io.cloudmac.ovsdb.jsonrpc.OvsdbConnection;
import io.cloudmac.ovsdb.jsonrpc.OvsdbException;
import io.cloudmac.ovsdb.plan.DesiredRow;
import io.cloudmac.ovsdb.plan.DesiredState;
import io.cloudmac.ovsdb.southbound.OperationalWriter.SwitchView;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.After;
import org.junit.Before;
import org.junit.Test;
import org.opendaylight.yang.gen.v1.urn.tbd.params.xml.ns.yang.network.topology.rev131021.NodeId;

/** Checks that an agent evaluates every reply to its transactions, and each one once. */
public class SwitchAgentTest {
    private static final RowKey KEY = new RowKey("Queue", "queue://1");
    private static final DesiredState DESIRED = DesiredState.of(Map.of(KEY, DesiredRow.free(KEY, Map.of())));
    private static final String DONE = "[{},{\"uuid\":[\"uuid\",\"00000000-0000-0000-0000-000000000001\"]}]";

    private final ScheduledExecutorService threads = Executors.newScheduledThreadPool(2);
    private final List<Runnable> tasks = new ArrayList<>();
    private final AtomicLong transactions = new AtomicLong();
    private JsonNode done;
    private CompletableFuture<JsonNode> former;
    private CompletableFuture<JsonNode> present;

    @Before
    public void start() throws Exception {
        done = new ObjectMapper().readTree(DONE);
    }

    @After
    public void stop() {
        threads.shutdownNow();
    }

    @Test
    public void replyToATransactionOfAnEarlierTermIsVoid() {
        changeOwnerTwice();
        former.complete(done);
        run(tasks);
        assertEquals(0, transactions.get());
        present.complete(done);
        run(tasks);
        assertEquals(1, transactions.get());
    }

    /** The agent had one field for replies, which the second one overwrote. */
    @Test
    public void twoRepliesBeforeAnEvaluationAreBothRead() {
        changeOwnerTwice();
        present.complete(done);
        former.completeExceptionally(new OvsdbException(null, "connection lost"));
        run(tasks);
        assertEquals(1, transactions.get());
    }

    /** Sends a transaction, loses and regains the ownership of the switch, and sends another one. */
    private void changeOwnerTwice() {
        final Queue<CompletableFuture<JsonNode>> calls = new ArrayDeque<>();
        final Ownership ownership = mock(Ownership.class);
        when(ownership.member()).thenReturn("m");
        when(ownership.state(any())).thenReturn(Ownership.State.MINE);
        when(ownership.claim(any(), any())).thenReturn(mock(Ownership.Claim.class));
        final OperationalWriter writer = mock(OperationalWriter.class);
        doAnswer(call -> {
            final SwitchView view = call.getArgument(1);
            transactions.set(view.state().getTransactions().getValue().longValue());
            return null;
        }).when(writer).publish(any(), any());
        final SwitchAgent agent = new SwitchAgent(new NodeId("s"), delays(), tasks::add, threads, writer,
            EntryNotifier.NONE, ownership, idle -> { });
        agent.connected(connection(calls));
        agent.configured(new SwitchAgent.Configuration(DESIRED, Map.of()));
        run(tasks);
        former = calls.remove();
        when(ownership.state(any())).thenReturn(Ownership.State.OTHER);
        agent.changed();
        run(tasks);
        when(ownership.state(any())).thenReturn(Ownership.State.MINE);
        agent.changed();
        run(tasks);
        present = calls.remove();
    }

    private static void run(final List<Runnable> queued) {
        while (!queued.isEmpty()) {
            queued.remove(0).run();
        }
    }

    private static Reconciler.Delays delays() {
        return new Reconciler.Delays(Duration.ZERO, Duration.ZERO, Duration.ZERO);
    }

    /** Returns an empty switch. It answers requests without operations at once and puts the other calls in a queue. */
    private static OvsdbConnection connection(final Queue<CompletableFuture<JsonNode>> calls) {
        final OvsdbConnection connection = mock(OvsdbConnection.class, withSettings().stubOnly());
        when(connection.snapshot()).thenReturn(Snapshot.EMPTY);
        when(connection.transact(any())).thenAnswer(call -> {
            if (call.<List<?>>getArgument(0).isEmpty()) {
                return CompletableFuture.completedFuture(null);
            }
            final CompletableFuture<JsonNode> reply = new CompletableFuture<>();
            calls.add(reply);
            return reply;
        });
        return connection;
    }
}
