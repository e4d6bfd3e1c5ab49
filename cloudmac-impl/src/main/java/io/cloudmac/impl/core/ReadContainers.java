// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.core;

import org.opendaylight.yang.gen.v1.urn.cloudmac.learned.rev261121.CloudmacLearned;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.ChainSegments;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.PacketNodes;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.Tenants;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.Cloudmac;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/**
 * The application's containers, after the datastore has answered. {@link StoredContainers} enables this component, so
 * whatever refers to it starts then.
 */
@Component(service = ReadContainers.class, enabled = false)
public final class ReadContainers {
    private final StoredContainers containers;

    /** Passes on containers that have been read. */
    @Activate
    public ReadContainers(@Reference final StoredContainers containers) {
        this.containers = containers;
    }

    /** Returns the operator's configuration. */
    public WatchedContainer<Cloudmac> configuration() {
        return containers.configuration();
    }

    /** Returns the learned state. */
    public WatchedContainer<CloudmacLearned> learned() {
        return containers.learned();
    }

    /** Returns the configured packet nodes. */
    public WatchedContainer<PacketNodes> packetNodes() {
        return containers.packetNodes();
    }

    /** Returns the configured tenants. */
    public WatchedContainer<Tenants> tenants() {
        return containers.tenants();
    }

    /** Returns the configured VLAN ids of segments of chains. */
    public WatchedContainer<ChainSegments> chainSegments() {
        return containers.chainSegments();
    }
}
