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

/** Checks notifications about failures and changes in a real ovsdb-server. */
public class NotificationTest extends SouthboundTest {
    private static final int NOT_A_DSCP = 64;

    private final Queue published = new Queue();

    @Override
    EntryNotifier notifier() {
        return new EntryNotifier(published);
    }

    @Test
    public void eachFailureIsPublishedOnce() throws Exception {
        new Change().queue("queue://bad", NOT_A_DSCP).queue("queue://good", "min-rate", "1").commit();
        Await.until("it was tried three times", () -> queueState("queue://bad").getState() == ProgrammingState.Failed
            && queueState("queue://bad").getAttempts().intValue() > 2);
        assertEquals(published.accepted.toString(), 1, published.accepted.size());
        final ProgrammingFailed first = (ProgrammingFailed) published.accepted.get(0);
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
        assertEquals("the same failure is not published again", 1, published.accepted.size());

        new Change().queue("queue://bad", NOT_A_DSCP + 1).commit();
        Await.until("another configuration's failure is published", () -> published.accepted.size() == 2);
    }

    @Test
    public void slowListenersDoNotDelayTheSouthbound() throws Exception {
        published.full = true;
        new Change().queue("queue://bad", NOT_A_DSCP).queue("queue://good", "min-rate", "1").commit();
        Await.until("the good one is active", () -> queueState("queue://good").getState() == ProgrammingState.Active);
        Await.until("the bad one has failed", () -> queueState("queue://bad").getState() == ProgrammingState.Failed);
        assertEquals(List.of(), published.accepted);
    }

    @Test
    public void droppedNotificationsAreCounted() {
        final EntryNotifier notifier = notifier();
        published.full = true;
        notifier.changed(node, new RowKey("Port", "p1"), true, Instant.EPOCH);
        notifier.changed(node, new RowKey("Port", "p1"), true, Instant.EPOCH);
        assertEquals(2, notifier.dropped());
    }

    @Test
    public void foreignChangeIsPublished() throws Exception {
        new Change().queue("queue://ours", "min-rate", "1000000").commit();
        Await.until("it is active", () -> queueState("queue://ours").getState() == ProgrammingState.Active);
        ovs.vsctl("set", "Queue", queue("queue://ours").getQueueUuid().getValue(), "other_config:min-rate=2000000");
        Await.until("it is published", () -> published.accepted.size() == 1);
        final ChangedInSwitch change = (ChangedInSwitch) published.accepted.get(0);
        assertEquals("queue://ours", change.getId());
        assertEquals(true, change.getMended());
        Await.until("it is mended", () -> ovs.vsctl("list", "Queue").contains("1000000"));
    }

    @Test
    public void eachKindOfChangeIsNamed() {
        notifier().changed(node, new RowKey("Mirror", "br0/m1"), false, Instant.EPOCH);
        final ChangedInSwitch change = (ChangedInSwitch) published.accepted.get(0);
        assertEquals(node, change.getNodeId());
        assertEquals(EntryKind.Mirror, change.getKind());
        assertEquals("br0/m1", change.getId());
        assertEquals("1970-01-01T00:00:00Z", change.getTime().getValue());
        assertEquals(false, change.getMended());
    }

    /** Accepts offered notifications unless full. Fails on methods that wait for listeners. */
    private static final class Queue implements NotificationPublishService {
        private final List<Notification<?>> accepted = new CopyOnWriteArrayList<>();
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
            accepted.add(notification);
            return Futures.immediateVoidFuture();
        }

        @Override
        public ListenableFuture<?> offerNotification(final Notification<?> notification, final int timeout,
                final TimeUnit unit) {
            throw new AssertionError("waits for the listeners");
        }
    }
}
