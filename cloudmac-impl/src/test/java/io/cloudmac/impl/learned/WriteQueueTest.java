// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.learned;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.cloudmac.impl.core.FlakyBroker;
import io.cloudmac.impl.topology.PortId;
import io.cloudmac.impl.wire.Mac;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.opendaylight.mdsal.binding.api.WriteTransaction;
import org.opendaylight.mdsal.binding.dom.adapter.test.AbstractConcurrentDataBrokerTest;
import org.opendaylight.mdsal.common.api.LogicalDatastoreType;
import org.opendaylight.yang.gen.v1.urn.cloudmac.learned.rev261121.CloudmacLearned;
import org.opendaylight.yangtools.yang.binding.InstanceIdentifier;

/** Changes that wait for a commit share the next transaction. */
class WriteQueueTest extends AbstractConcurrentDataBrokerTest {
    private static final Mac BSSID = Mac.parse("02:00:00:00:12:34");

    private final AtomicInteger transactions = new AtomicInteger();
    private FlakyBroker broker;
    private WriteQueue queue;

    WriteQueueTest() {
        super(true);
    }

    @BeforeEach
    void start() throws Exception {
        setup();
        broker = new FlakyBroker(getDataBroker()) {
            @Override
            public WriteTransaction newWriteOnlyTransaction() {
                transactions.incrementAndGet();
                return super.newWriteOnlyTransaction();
            }
        };
        queue = new WriteQueue(broker);
    }

    private static Mac wtp(final int number) {
        return new Mac(0x02c10daa0000L + number);
    }

    private CompletableFuture<Void> put(final int number) {
        final var entry = LearnedCodec.wtp(wtp(number), new PortId("openflow:1", number + 1));
        return add(tx -> tx.put(LogicalDatastoreType.CONFIGURATION, LearnedCodec.wtpPath(wtp(number)), entry));
    }

    private CompletableFuture<Void> add(final Consumer<WriteTransaction> change) {
        return queue.add("a change", change).toCompletableFuture();
    }

    /** Holds the commit of WTP 0, which then fails once, so that the next changes wait. */
    private CompletableFuture<Void> holdFirst() {
        broker.fail(1, 1);
        broker.hold();
        return put(0);
    }

    private int stored() throws Exception {
        try (var tx = getDataBroker().newReadOnlyTransaction()) {
            return tx.read(LogicalDatastoreType.CONFIGURATION, InstanceIdentifier.create(CloudmacLearned.class))
                .get(10, TimeUnit.SECONDS).orElseThrow().nonnullWtp().size();
        }
    }

    @Test
    void waitingChangesShareATransaction() throws Exception {
        final List<CompletableFuture<Void>> all = new ArrayList<>(List.of(holdFirst()));
        for (int number = 1; number < 100; number++) {
            all.add(put(number));
        }
        broker.release();
        CompletableFuture.allOf(all.toArray(CompletableFuture[]::new)).get(10, TimeUnit.SECONDS);
        assertEquals(100, stored());
        assertEquals(3, transactions.get(), "the first one, its repetition, and one for the others");
    }

    @Test
    void aRefusedChangeDoesNotKeepOthersOut() throws Exception {
        holdFirst();
        final CompletableFuture<Void> before = put(1);
        // The entry has no port, which is mandatory.
        final CompletableFuture<Void> refused = add(tx -> tx.merge(LogicalDatastoreType.CONFIGURATION,
            LearnedCodec.vapPath(BSSID), LearnedCodec.host(BSSID, "south")));
        final CompletableFuture<Void> thrown = add(tx -> {
            throw new IllegalStateException("as requested by the test");
        });
        final CompletableFuture<Void> after = put(2);
        broker.release();
        CompletableFuture.allOf(before, after).get(10, TimeUnit.SECONDS);
        assertEquals(3, stored());
        assertTrue(refused.isCompletedExceptionally());
        assertTrue(thrown.isCompletedExceptionally());
    }

    @Test
    void aLongQueueTakesSeveralTransactions() throws Exception {
        final List<CompletableFuture<Void>> all = new ArrayList<>(List.of(holdFirst()));
        for (int number = 1; number <= WriteQueue.AT_ONCE + 1; number++) {
            all.add(put(number));
        }
        broker.release();
        CompletableFuture.allOf(all.toArray(CompletableFuture[]::new)).get(10, TimeUnit.SECONDS);
        assertEquals(WriteQueue.AT_ONCE + 2, stored());
        assertEquals(4, transactions.get());
    }
}
