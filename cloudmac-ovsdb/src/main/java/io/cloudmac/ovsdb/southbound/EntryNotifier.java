// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.ovsdb.southbound;

import com.google.common.util.concurrent.ListenableFuture;
import io.cloudmac.ovsdb.db.RowKey;
import io.cloudmac.ovsdb.plan.Tables;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.opendaylight.mdsal.binding.api.NotificationPublishService;
import org.opendaylight.yang.gen.v1.urn.cloudmac.ovsdb.rev261121.ChangedInSwitchBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.ovsdb.rev261121.EntryKind;
import org.opendaylight.yang.gen.v1.urn.cloudmac.ovsdb.rev261121.ProgrammingFailedBuilder;
import org.opendaylight.yang.gen.v1.urn.tbd.params.xml.ns.yang.network.topology.rev131021.NodeId;
import org.opendaylight.yangtools.yang.binding.Notification;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Publishes events of entries as YANG notifications. It never blocks: if the listeners' queue is full, it
 * drops the notification and logs the number dropped. The datastore has the state in any case.
 */
final class EntryNotifier {
    /** Publishes nothing. */
    static final EntryNotifier NONE = new EntryNotifier(null);

    private static final Logger LOG = LoggerFactory.getLogger(EntryNotifier.class);
    private static final Map<String, EntryKind> KINDS =
        Map.of("Queue", EntryKind.Queue, "QoS", EntryKind.Qos, "Port", EntryKind.Port,
            "Bridge", EntryKind.Bridge, "Mirror", EntryKind.Mirror, Tables.OPEN_VSWITCH, EntryKind.Switch);

    private final NotificationPublishService service;
    private final AtomicLong dropped = new AtomicLong();

    /** Publishes through this service. */
    EntryNotifier(final NotificationPublishService service) {
        this.service = service;
    }

    /** Returns the model's kind for rows of a table; null for tables without entries of their own. */
    static EntryKind kind(final RowKey key) {
        return KINDS.get(key.table());
    }

    /** Publishes that these entries have failed. */
    void failed(final NodeId switchId, final Map<RowKey, EntryState> entries) {
        entries.forEach((key, state) -> offer(new ProgrammingFailedBuilder().setNodeId(switchId)
            .setKind(kind(key)).setId(key.id()).setTime(EntryState.time(state.since()))
            .setErrorCode(state.problem().code()).setErrorText(state.problem().text()).build()));
    }

    /**
     * Publishes that another client changed or removed the row of this entry in the switch.
     *
     * @param mended true if the southbound restores it, false if it only reports it
     */
    void changed(final NodeId switchId, final RowKey key, final boolean mended, final Instant when) {
        offer(new ChangedInSwitchBuilder().setNodeId(switchId).setKind(kind(key)).setId(key.id())
            .setTime(EntryState.time(when)).setMended(mended).build());
    }

    /** Returns the number of notifications dropped because the listeners' queue was full. */
    long dropped() {
        return dropped.get();
    }

    private void offer(final Notification<?> notification) {
        if (service == null) {
            return;
        }
        final ListenableFuture<?> done = service.offerNotification(notification);
        if (done == NotificationPublishService.REJECTED) {
            final long number = dropped.incrementAndGet();
            // Logs the 1st, 2nd, 4th, 8th: a burst must not flood the log.
            if ((number & number - 1) == 0) {
                LOG.warn("Dropped {} notifications: the listeners are too slow", number);
            }
        }
    }
}
