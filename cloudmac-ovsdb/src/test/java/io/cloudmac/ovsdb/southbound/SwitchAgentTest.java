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
import com.google.common.util.concurrent.MoreExecutors;
import io.cloudmac.ovsdb.db.RowKey;
import io.cloudmac.ovsdb.db.Snapshot;
import io.cloudmac.ovsdb.jsonrpc.OvsdbConnection;
import io.cloudmac.ovsdb.plan.DesiredRow;
import io.cloudmac.ovsdb.plan.DesiredState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.After;
import org.junit.Test;
import org.opendaylight.yang.gen.v1.urn.tbd.params.xml.ns.yang.network.topology.rev131021.NodeId;

/** Checks that an agent evaluates every reply to its transactions, and each one once. */
public class SwitchAgentTest {
    private static final RowKey KEY = new RowKey("Queue", "queue://1");
    private static final DesiredState DESIRED = DesiredState.of(Map.of(KEY, DesiredRow.free(KEY, Map.of())));
    private static final String DONE = "[{},{\"uuid\":[\"uuid\",\"00000000-0000-0000-0000-000000000001\"]}]";
    private static final int TRANSACTIONS = 20_000;
    private static final Duration STALL = Duration.ofSeconds(10);

    private final ScheduledExecutorService threads = Executors.newScheduledThreadPool(2);

    @After
    public void stop() {
        threads.shutdownNow();
    }

    /** The switch commits each transaction at once and keeps no row, so each reply causes the next transaction. */
    @Test
    public void noReplyIsLostDuringAnEvaluation() throws Exception {
        final JsonNode done = new ObjectMapper().readTree(DONE);
        final BlockingQueue<CompletableFuture<JsonNode>> calls = new LinkedBlockingQueue<>();
        final SwitchAgent agent = agent(threads);
        agent.connected(connection(calls));
        agent.configured(new SwitchAgent.Configuration(DESIRED, Map.of()));
        final AtomicBoolean running = new AtomicBoolean(true);
        final ExecutorService events = Executors.newSingleThreadExecutor();
        try {
            // Evaluations run all the time, so that replies arrive within them.
            events.execute(() -> {
                while (running.get()) {
                    agent.changed();
                }
            });
            for (int replied = 0; replied < TRANSACTIONS; replied++) {
                final CompletableFuture<JsonNode> call = calls.poll(STALL.toSeconds(), TimeUnit.SECONDS);
                if (call == null) {
                    throw new AssertionError("no transaction follows reply " + replied);
                }
                call.complete(done);
            }
        } finally {
            running.set(false);
            events.shutdown();
        }
    }

    @Test
    public void replyToATransactionOfAnEarlierTermIsVoid() throws Exception {
        final JsonNode done = new ObjectMapper().readTree(DONE);
        final List<Runnable> tasks = new ArrayList<>();
        final BlockingQueue<CompletableFuture<JsonNode>> calls = new LinkedBlockingQueue<>();
        final Ownership ownership = mock(Ownership.class);
        when(ownership.member()).thenReturn("m");
        when(ownership.state(any())).thenReturn(Ownership.State.MINE);
        when(ownership.claim(any(), any())).thenReturn(mock(Ownership.Claim.class));
        final AtomicLong transactions = new AtomicLong();
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
        final CompletableFuture<JsonNode> former = calls.remove();
        when(ownership.state(any())).thenReturn(Ownership.State.OTHER);
        agent.changed();
        run(tasks);
        when(ownership.state(any())).thenReturn(Ownership.State.MINE);
        agent.changed();
        run(tasks);
        final CompletableFuture<JsonNode> present = calls.remove();
        former.complete(done);
        run(tasks);
        assertEquals(0, transactions.get());
        present.complete(done);
        run(tasks);
        assertEquals(1, transactions.get());
    }

    private static void run(final List<Runnable> tasks) {
        while (!tasks.isEmpty()) {
            tasks.remove(0).run();
        }
    }

    private SwitchAgent agent(final ScheduledExecutorService executor) {
        return new SwitchAgent(new NodeId("s"), delays(), MoreExecutors.newSequentialExecutor(executor), executor,
            mock(OperationalWriter.class, withSettings().stubOnly()), EntryNotifier.NONE, new LocalOwnership(),
            idle -> { });
    }

    private static Reconciler.Delays delays() {
        return new Reconciler.Delays(Duration.ZERO, Duration.ZERO, Duration.ZERO);
    }

    /** Returns an empty switch. It answers requests without operations at once and puts the other calls in a queue. */
    private static OvsdbConnection connection(final BlockingQueue<CompletableFuture<JsonNode>> calls) {
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
