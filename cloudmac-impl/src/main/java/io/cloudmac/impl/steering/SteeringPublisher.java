// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.steering;

import io.cloudmac.impl.state.PublishedContainer;
import io.cloudmac.impl.state.StateParts;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.CloudmacState;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.Steering;
import org.opendaylight.yangtools.concepts.Registration;
import org.opendaylight.yangtools.yang.binding.InstanceIdentifier;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;

/** Publishes the last steering decisions. */
@Component(service = {})
public final class SteeringPublisher {
    private final Registration publishing;

    /** Starts publishing. */
    @Activate
    public SteeringPublisher(@Reference final StateParts parts, @Reference final SteeringLog log) {
        publishing = parts.add(new PublishedContainer<>(
            InstanceIdentifier.create(CloudmacState.class).child(Steering.class),
            () -> SteeringCodec.steering(log.decisions(), log.unsaved())));
    }

    @Deactivate
    void close() {
        publishing.close();
    }
}
