// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.airtime;

import io.cloudmac.impl.state.PublishedContainer;
import io.cloudmac.impl.state.StateParts;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.CloudmacState;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.Airtime;
import org.opendaylight.yangtools.concepts.Registration;
import org.opendaylight.yangtools.yang.binding.InstanceIdentifier;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;

/** Publishes how WTPs share the air. */
@Component(service = {})
public final class AirtimePublisher {
    private final Registration publishing;

    /** Starts publishing. */
    @Activate
    public AirtimePublisher(@Reference final StateParts parts, @Reference final AirtimeStatus status) {
        publishing = parts.add(new PublishedContainer<>(
            InstanceIdentifier.create(CloudmacState.class).child(Airtime.class),
            () -> AirtimeState.of(status.airtime())));
    }

    @Deactivate
    void close() {
        publishing.close();
    }
}
