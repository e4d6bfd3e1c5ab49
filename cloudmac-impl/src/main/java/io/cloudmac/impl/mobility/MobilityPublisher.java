// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.mobility;

import io.cloudmac.impl.state.PublishedContainer;
import io.cloudmac.impl.state.StateParts;
import java.util.List;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.CloudmacState;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.Drains;
import org.opendaylight.yangtools.concepts.Registration;
import org.opendaylight.yangtools.yang.binding.InstanceIdentifier;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;

/** Publishes the overhead of mobility, and the draining WTPs. */
@Component(service = {})
public final class MobilityPublisher {
    private final List<Registration> publishing;

    /** Starts publishing. */
    @Activate
    public MobilityPublisher(@Reference final StateParts parts, @Reference final MobilityStatus status,
            @Reference final DrainStatus drains) {
        publishing = List.of(
            parts.add(new PublishedContainer<>(InstanceIdentifier.create(CloudmacState.class)
                    .child(org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.Mobility.class),
                () -> MobilityState.of(status.overhead()))),
            parts.add(new PublishedContainer<>(InstanceIdentifier.create(CloudmacState.class).child(Drains.class),
                () -> DrainState.of(drains.draining()))));
    }

    @Deactivate
    void close() {
        publishing.forEach(Registration::close);
    }
}
