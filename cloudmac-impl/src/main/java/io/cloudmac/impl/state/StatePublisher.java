// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.state;

import com.google.common.util.concurrent.FutureCallback;
import io.cloudmac.impl.core.EventLoop;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.opendaylight.mdsal.binding.api.DataBroker;
import org.opendaylight.mdsal.binding.api.WriteTransaction;
import org.opendaylight.mdsal.common.api.CommitInfo;
import org.opendaylight.mdsal.common.api.LogicalDatastoreType;
import org.opendaylight.yangtools.concepts.Registration;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Publishes the parts of the state in the operational datastore: once a second, in one transaction, and only what has
 * changed.
 */
@Component(service = StateParts.class)
public final class StatePublisher implements StateParts {
    private static final Logger LOG = LoggerFactory.getLogger(StatePublisher.class);
    private static final Duration PERIOD = Duration.ofSeconds(1);

    /** A part, and whether what an earlier publisher left has been removed. */
    private static final class AddedPart {
        private final StatePart part;
        private boolean isCleared;

        AddedPart(final StatePart part) {
            this.part = part;
        }
    }

    private final List<AddedPart> parts = new CopyOnWriteArrayList<>();
    private final DataBroker broker;
    private final EventLoop loop;
    private final Registration publishing;
    private boolean writing;

    /** Starts publishing. */
    @Activate
    public StatePublisher(@Reference final DataBroker broker, @Reference final EventLoop loop) {
        this.broker = broker;
        this.loop = loop;
        publishing = loop.every(PERIOD, this::publish);
    }

    @Deactivate
    void close() {
        publishing.close();
    }

    @Override
    public Registration add(final StatePart part) {
        final AddedPart added = new AddedPart(part);
        parts.add(added);
        return () -> parts.remove(added);
    }

    private void publish() {
        if (writing) {
            return;
        }
        final List<AddedPart> all = List.copyOf(parts);
        final List<AddedPart> fresh = all.stream().filter(each -> !each.isCleared).toList();
        if (!fresh.isEmpty()) {
            clear(fresh);
            return;
        }
        final List<StatePart> present = all.stream().map(each -> each.part).toList();
        present.forEach(StatePart::update);
        final List<StatePart> due = present.stream().filter(StatePart::isDue).toList();
        if (due.isEmpty()) {
            return;
        }
        final WriteTransaction tx = broker.newWriteOnlyTransaction();
        due.forEach(part -> part.write(tx));
        commit(tx, () -> due.forEach(StatePart::committed));
    }

    /**
     * Removes what an earlier publisher has left, in a transaction of its own: the datastore fails for good if one
     * transaction deletes a container and writes an entry in it.
     */
    private void clear(final List<AddedPart> fresh) {
        final WriteTransaction tx = broker.newWriteOnlyTransaction();
        fresh.forEach(each -> each.part.leftover()
            .ifPresent(path -> tx.delete(LogicalDatastoreType.OPERATIONAL, path)));
        commit(tx, () -> fresh.forEach(each -> each.isCleared = true));
    }

    private void commit(final WriteTransaction tx, final Runnable written) {
        writing = true;
        tx.commit().addCallback(new FutureCallback<CommitInfo>() {
            @Override
            public void onSuccess(final CommitInfo info) {
                writing = false;
                written.run();
            }

            @Override
            public void onFailure(final Throwable cause) {
                writing = false;
                LOG.warn("Cannot write the state; trying again", cause);
            }
        }, loop);
    }
}
