// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.core;

import org.opendaylight.mdsal.binding.api.DataBroker;
import org.opendaylight.yang.gen.v1.urn.cloudmac.learned.rev261121.CloudmacLearned;
import org.opendaylight.yang.gen.v1.urn.cloudmac.learned.rev261121.CloudmacLearnedBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.ChainSegments;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.ChainSegmentsBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.PacketNodes;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.PacketNodesBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.Tenants;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.TenantsBuilder;
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
 * start when the datastore has answered, since {@link ReadContainers} is enabled then. So a slow datastore only delays
 * the start: no thread waits, and no component fails. Every member of a cluster follows them, so that the next owner
 * has them at once.
 */
@Component(service = StoredContainers.class, immediate = true)
public final class StoredContainers {
    /** The component on which all readers of the containers depend. */
    static final String READ = "io.cloudmac.impl.core.ReadContainers";
    private static final int CONTAINERS = 5;

    private final ComponentContext context;
    private final WatchedContainer<Cloudmac> configuration;
    private final WatchedContainer<CloudmacLearned> learned;
    private final WatchedContainer<PacketNodes> packetNodes;
    private final WatchedContainer<Tenants> tenants;
    private final WatchedContainer<ChainSegments> chainSegments;
    /** Number of containers that have not been read. Used on the loop only. */
    private int missing = CONTAINERS;

    /** Begins to read the containers. */
    @Activate
    public StoredContainers(@Reference final DataBroker broker, @Reference final MemberLoop loop,
            final ComponentContext context) {
        this.context = context;
        configuration = new WatchedContainer<>(broker, loop, InstanceIdentifier.create(Cloudmac.class),
            new CloudmacBuilder().build(), this::onRead);
        learned = new WatchedContainer<>(broker, loop, InstanceIdentifier.create(CloudmacLearned.class),
            new CloudmacLearnedBuilder().build(), this::onRead);
        packetNodes = new WatchedContainer<>(broker, loop, InstanceIdentifier.create(PacketNodes.class),
            new PacketNodesBuilder().build(), this::onRead);
        tenants = new WatchedContainer<>(broker, loop, InstanceIdentifier.create(Tenants.class),
            new TenantsBuilder().build(), this::onRead);
        chainSegments = new WatchedContainer<>(broker, loop, InstanceIdentifier.create(ChainSegments.class),
            new ChainSegmentsBuilder().build(), this::onRead);
    }

    private void onRead() {
        missing--;
        if (missing == 0) {
            context.enableComponent(READ);
        }
    }

    @Deactivate
    public void close() {
        configuration.close();
        learned.close();
        packetNodes.close();
        tenants.close();
        chainSegments.close();
        context.disableComponent(READ);
    }

    /** Returns the operator's configuration. */
    public WatchedContainer<Cloudmac> configuration() {
        return configuration;
    }

    /** Returns the learned state. */
    public WatchedContainer<CloudmacLearned> learned() {
        return learned;
    }

    /** Returns the configured packet nodes. */
    public WatchedContainer<PacketNodes> packetNodes() {
        return packetNodes;
    }

    /** Returns the configured tenants. */
    public WatchedContainer<Tenants> tenants() {
        return tenants;
    }

    /** Returns the configured VLAN ids of segments of chains. */
    public WatchedContainer<ChainSegments> chainSegments() {
        return chainSegments;
    }
}
