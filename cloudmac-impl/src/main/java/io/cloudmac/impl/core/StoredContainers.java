// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.core;

import java.util.List;
import org.opendaylight.mdsal.binding.api.DataBroker;
import org.opendaylight.yang.gen.v1.urn.cloudmac.learned.rev261121.CloudmacLearned;
import org.opendaylight.yang.gen.v1.urn.cloudmac.learned.rev261121.CloudmacLearnedBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.Cloudmac;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.CloudmacBuilder;
import org.opendaylight.yangtools.yang.binding.InstanceIdentifier;
import org.osgi.service.component.ComponentContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;

/**
 * The application's containers in the configuration datastore. Their readers, on which the whole application depends,
 * stay disabled until the datastore has answered. So a slow datastore only delays the start: no thread waits, and no
 * component fails.
 */
@Component(service = StoredContainers.class, immediate = true)
public final class StoredContainers {
    /** The components that read a container when they start. */
    static final List<String> READERS = List.of("io.cloudmac.impl.config.StoredConfiguration",
        "io.cloudmac.impl.learned.DatastoreMemory");

    private final ComponentContext context;
    private final WatchedContainer<Cloudmac> configuration;
    private final WatchedContainer<CloudmacLearned> learned;
    /** Number of containers that have not been read. Used on the event loop only. */
    private int missing = READERS.size();

    /** Begins to read the containers. */
    @Activate
    public StoredContainers(@Reference final DataBroker broker, @Reference final EventLoop loop,
            final ComponentContext context) {
        this.context = context;
        configuration = new WatchedContainer<>(broker, loop, InstanceIdentifier.create(Cloudmac.class),
            new CloudmacBuilder().build(), this::onRead);
        learned = new WatchedContainer<>(broker, loop, InstanceIdentifier.create(CloudmacLearned.class),
            new CloudmacLearnedBuilder().build(), this::onRead);
    }

    private void onRead() {
        missing--;
        if (missing == 0) {
            READERS.forEach(context::enableComponent);
        }
    }

    @Deactivate
    public void close() {
        configuration.close();
        learned.close();
        READERS.forEach(context::disableComponent);
    }

    /** Returns the operator's configuration. */
    public WatchedContainer<Cloudmac> configuration() {
        return configuration;
    }

    /** Returns the learned state. */
    public WatchedContainer<CloudmacLearned> learned() {
        return learned;
    }
}
