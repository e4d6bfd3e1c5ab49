// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.vaphost;

import io.cloudmac.impl.discovery.VapHostDirectory;
import io.cloudmac.impl.state.PublishedContainer;
import io.cloudmac.impl.state.StateParts;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.CloudmacState;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.VapHosts;
import org.opendaylight.yangtools.concepts.Registration;
import org.opendaylight.yangtools.yang.binding.InstanceIdentifier;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;

/** Publishes the VAP hosts. */
@Component(service = {})
public final class VapHostPublisher {
    private final Registration publishing;

    /** Starts publishing. */
    @Activate
    public VapHostPublisher(@Reference final StateParts parts, @Reference final VapHostStatus status,
            @Reference final VapHostDirectory vapHosts) {
        publishing = parts.add(new PublishedContainer<>(
            InstanceIdentifier.create(CloudmacState.class).child(VapHosts.class),
            () -> VapHostState.of(status.hosts(), vapHosts)));
    }

    @Deactivate
    void close() {
        publishing.close();
    }
}
