// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.wtp;

import java.util.Collection;
import java.util.function.LongSupplier;
import org.opendaylight.mdsal.binding.api.ClusteredDataTreeChangeListener;
import org.opendaylight.mdsal.binding.api.DataBroker;
import org.opendaylight.mdsal.binding.api.DataTreeIdentifier;
import org.opendaylight.mdsal.binding.api.DataTreeModification;
import org.opendaylight.mdsal.common.api.LogicalDatastoreType;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.Cloudmac;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.Settings;
import org.opendaylight.yangtools.concepts.Registration;
import org.opendaylight.yangtools.yang.binding.InstanceIdentifier;

/** Returns the configured lease time. A change applies from the next renewal. */
final class LeaseTime implements ClusteredDataTreeChangeListener<Settings>, LongSupplier, AutoCloseable {
    /** The model's default, ms. */
    static final long DEFAULT_MILLIS = 180_000;

    private final Registration registration;
    private volatile long millis = DEFAULT_MILLIS;

    LeaseTime(final DataBroker broker) {
        registration = broker.registerDataTreeChangeListener(DataTreeIdentifier.create(
            LogicalDatastoreType.CONFIGURATION, InstanceIdentifier.create(Cloudmac.class).child(Settings.class)), this);
    }

    @Override
    public void onDataTreeChanged(final Collection<DataTreeModification<Settings>> changes) {
        for (final DataTreeModification<Settings> change : changes) {
            final Settings settings = change.getRootNode().getDataAfter();
            millis = settings == null || settings.getLeaseTime() == null ? DEFAULT_MILLIS
                : settings.getLeaseTime().toJava();
        }
    }

    @Override
    public long getAsLong() {
        return millis;
    }

    @Override
    public void close() {
        registration.close();
    }
}
