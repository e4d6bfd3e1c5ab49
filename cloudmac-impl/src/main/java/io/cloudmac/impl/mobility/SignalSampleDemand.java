// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.mobility;

import io.cloudmac.impl.flow.SampleDemand;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.Cloudmac;
import org.osgi.service.component.annotations.Component;

/** Requests samples if mobility is enabled and takes signals from frames. */
@Component
public final class SignalSampleDemand implements SampleDemand {
    @Override
    public boolean needsSamples(final Cloudmac configuration) {
        return MobilitySettings.of(configuration.nonnullMobility()).isSampling();
    }
}
