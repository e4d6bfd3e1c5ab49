// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.ovsdb.southbound;

import static org.junit.Assert.assertEquals;

import com.google.common.util.concurrent.Futures;
import com.google.common.util.concurrent.ListenableFuture;
import io.cloudmac.ovsdb.db.RowKey;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.Test;
import org.opendaylight.mdsal.binding.api.NotificationPublishService;
import org.opendaylight.yang.gen.v1.urn.cloudmac.ovsdb.rev261121.ChangedInSwitch;
import org.opendaylight.yang.gen.v1.urn.cloudmac.ovsdb.rev261121.EntryKind;
import org.opendaylight.yang.gen.v1.urn.cloudmac.ovsdb.rev261121.ProgrammingFailed;
import org.opendaylight.yang.gen.v1.urn.cloudmac.ovsdb.rev261121.ProgrammingState;
import org.opendaylight.yangtools.yang.binding.Notification;

/** What is published, with a real ovsdb-server that refuses. */
public class NotificationTest extends SouthboundTest {
    private static final int NOT_A_DSCP = 64;

    private final Queue published = new Queue();

    @Override
    EntryNotifier notifier() {
        return new EntryNotifier(published);
    }

    @Test
    public void refusalIsPublishedOnceAndSoIsTheNext() throws Exception {
        new Change().queue("queue://bad", NOT_A_DSCP).queue("queue://good", "min-rate", "1").commit();
        Await.until("it was tried three times", () -> queueState("queue://bad").getState() == ProgrammingState.Failed
            && queueState("queue://bad").getAttempts().intValue() > 2);
        assertEquals(published.taken.toString(), 1, published.taken.size());
        final ProgrammingFailed first = (ProgrammingFailed) published.taken.get(0);
        assertEquals(node, first.getNodeId());
        assertEquals(EntryKind.Queue, first.getKind());
        assertEquals("queue://bad", first.getId());
        assertEquals("constraint violation", first.getErrorCode());
        assertEquals(queueState("queue://bad").getErrorText(), first.getErrorText());

        link.down();
        awaitDisconnected();
        link.up();
        awaitConnected();
        Await.until("it has failed again", () -> queueState("queue://bad").getState() == ProgrammingState.Failed);
        assertEquals("the same switch refuses the same", 1, published.taken.size());

        new Change().queue("queue://bad", NOT_A_DSCP + 1).commit();
        Await.until("another configuration's failure is published", () -> published.taken.size() == 2);
    }

    @Test
    public void listenersThatAreTooSlowDoNotHoldUpTheSouthbound() throws Exception {
        published.full = true;
        new Change().queue("queue://bad", NOT_A_DSCP).queue("queue://good", "min-rate", "1").commit();
        Await.until("the good one is active", () -> queueState("queue://good").getState() == ProgrammingState.Active);
        Await.until("the bad one has failed", () -> queueState("queue://bad").getState() == ProgrammingState.Failed);
        assertEquals(List.of(), published.taken);
    }

    @Test
    public void droppedOnesAreCounted() {
        final EntryNotifier notifier = notifier();
        published.full = true;
        notifier.changed(node, new RowKey("Port", "p1"), true, Instant.EPOCH);
        notifier.changed(node, new RowKey("Port", "p1"), true, Instant.EPOCH);
        assertEquals(2, notifier.dropped());
    }

    @Test
    public void whatSomebodyElseChangesIsPublished() throws Exception {
        new Change().queue("queue://ours", "min-rate", "1000000").commit();
        Await.until("it is active", () -> queueState("queue://ours").getState() == ProgrammingState.Active);
        ovs.vsctl("set", "Queue", queue("queue://ours").getQueueUuid().getValue(), "other_config:min-rate=2000000");
        Await.until("it is published", () -> published.taken.size() == 1);
        final ChangedInSwitch change = (ChangedInSwitch) published.taken.get(0);
        assertEquals("queue://ours", change.getId());
        assertEquals(true, change.getMended());
        Await.until("it is mended", () -> ovs.vsctl("list", "Queue").contains("1000000"));
    }

    @Test
    public void eachKindOfChangeIsNamed() {
        notifier().changed(node, new RowKey("Mirror", "br0/m1"), false, Instant.EPOCH);
        final ChangedInSwitch change = (ChangedInSwitch) published.taken.get(0);
        assertEquals(node, change.getNodeId());
        assertEquals(EntryKind.Mirror, change.getKind());
        assertEquals("br0/m1", change.getId());
        assertEquals("1970-01-01T00:00:00Z", change.getTime().getValue());
        assertEquals(false, change.getMended());
    }

    /** Takes what is offered unless it is full. To put would be to wait, which nobody may. */
    private static final class Queue implements NotificationPublishService {
        private final List<Notification<?>> taken = new CopyOnWriteArrayList<>();
        private volatile boolean full;

        @Override
        public void putNotification(final Notification<?> notification) {
            throw new AssertionError("waits for the listeners");
        }

        @Override
        public ListenableFuture<?> offerNotification(final Notification<?> notification) {
            if (full) {
                return REJECTED;
            }
            taken.add(notification);
            return Futures.immediateVoidFuture();
        }

        @Override
        public ListenableFuture<?> offerNotification(final Notification<?> notification, final int timeout,
                final TimeUnit unit) {
            throw new AssertionError("waits for the listeners");
        }
    }
}
