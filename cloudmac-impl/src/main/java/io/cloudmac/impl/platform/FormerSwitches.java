// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.platform;

import com.google.common.util.concurrent.FutureCallback;
import io.cloudmac.impl.core.EventLoop;
import org.opendaylight.mdsal.binding.api.DataBroker;
import org.opendaylight.mdsal.binding.api.WriteTransaction;
import org.opendaylight.mdsal.common.api.CommitInfo;
import org.opendaylight.mdsal.common.api.LogicalDatastoreType;
import org.opendaylight.yang.gen.v1.urn.opendaylight.inventory.rev130819.Nodes;
import org.opendaylight.yangtools.concepts.Registration;
import org.opendaylight.yangtools.yang.binding.InstanceIdentifier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The switches that the inventory still shows as connected to a lost member. Without them, the application starts as
 * after a restart: the rules of a switch are read back when it connects here.
 */
final class FormerSwitches {
    private static final Logger LOG = LoggerFactory.getLogger(FormerSwitches.class);

    private final DataBroker broker;
    private final EventLoop loop;

    FormerSwitches(final DataBroker broker, final EventLoop loop) {
        this.broker = broker;
        this.loop = loop;
    }

    /**
     * Removes them. If the datastore refuses, they disappear when the switches connect.
     *
     * @param done runs once on the loop, unless the registration is closed before
     */
    Registration remove(final Runnable done) {
        final boolean[] isCancelled = {false};
        final WriteTransaction tx = broker.newWriteOnlyTransaction();
        tx.delete(LogicalDatastoreType.OPERATIONAL, InstanceIdentifier.create(Nodes.class));
        tx.commit().addCallback(new FutureCallback<CommitInfo>() {
            @Override
            public void onSuccess(final CommitInfo info) {
                if (!isCancelled[0]) {
                    done.run();
                }
            }

            @Override
            public void onFailure(final Throwable cause) {
                LOG.warn("The inventory still shows the switches of the former owner", cause);
                if (!isCancelled[0]) {
                    done.run();
                }
            }
        }, loop);
        return () -> isCancelled[0] = true;
    }
}
