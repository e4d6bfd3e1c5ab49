// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.platform;

import com.google.common.util.concurrent.FutureCallback;
import io.cloudmac.impl.core.EventLoop;
import java.time.Duration;
import org.opendaylight.mdsal.binding.api.DataBroker;
import org.opendaylight.mdsal.binding.api.WriteTransaction;
import org.opendaylight.mdsal.common.api.CommitInfo;
import org.opendaylight.mdsal.common.api.LogicalDatastoreType;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.ChainState;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.NfvState;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.CloudmacState;
import org.opendaylight.yang.gen.v1.urn.opendaylight.inventory.rev130819.Nodes;
import org.opendaylight.yangtools.concepts.Registration;
import org.opendaylight.yangtools.yang.binding.InstanceIdentifier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the former owner left in the operational datastore: its state, and an inventory that shows switches as connected
 * to it. Without these, the application starts as after a restart: the rules of a switch are read back when it connects
 * here. All methods are called on the loop.
 */
final class FormerState {
    /** How long the datastore may take. What it has not removed then is replaced by what the application writes. */
    static final Duration ANSWER_TIME = Duration.ofSeconds(5);

    private static final Logger LOG = LoggerFactory.getLogger(FormerState.class);

    private final DataBroker broker;
    private final EventLoop loop;

    FormerState(final DataBroker broker, final EventLoop loop) {
        this.broker = broker;
        this.loop = loop;
    }

    /**
     * Removes it.
     *
     * @param done runs once, when the datastore has answered or is late, unless the registration is closed before
     */
    Registration remove(final Runnable done) {
        final StateRemoval removal = new StateRemoval(done);
        removal.begin();
        return removal;
    }

    private final class StateRemoval implements Registration, FutureCallback<CommitInfo> {
        private final Runnable done;
        private Registration limit = () -> { };
        private boolean isOver;

        StateRemoval(final Runnable done) {
            this.done = done;
        }

        @SuppressWarnings("checkstyle:IllegalCatch")
        void begin() {
            limit = loop.schedule(ANSWER_TIME, this::end);
            try {
                final WriteTransaction tx = broker.newWriteOnlyTransaction();
                tx.delete(LogicalDatastoreType.OPERATIONAL, InstanceIdentifier.create(Nodes.class));
                tx.delete(LogicalDatastoreType.OPERATIONAL, InstanceIdentifier.create(CloudmacState.class));
                tx.delete(LogicalDatastoreType.OPERATIONAL, InstanceIdentifier.create(NfvState.class));
                tx.delete(LogicalDatastoreType.OPERATIONAL, InstanceIdentifier.create(ChainState.class));
                tx.commit().addCallback(this, loop);
            } catch (final RuntimeException e) {
                loop.execute(() -> onFailure(e));
            }
        }

        @Override
        public void onSuccess(final CommitInfo info) {
            end();
        }

        @Override
        public void onFailure(final Throwable cause) {
            LOG.warn("The state of the former owner is not removed", cause);
            end();
        }

        private void end() {
            if (!isOver) {
                close();
                done.run();
            }
        }

        @Override
        public void close() {
            isOver = true;
            limit.close();
        }
    }
}
