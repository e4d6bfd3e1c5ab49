// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.mobility;

import io.cloudmac.impl.config.ConfigurationSource;
import io.cloudmac.impl.flow.SampleDemand;
import org.osgi.service.component.annotations.Component;

/** Requests samples if mobility is enabled and takes signals from frames. */
@Component
public final class SignalSampleDemand implements SampleDemand {
    @Override
    public boolean needsSamples(final ConfigurationSource configuration) {
        return configuration.get(MobilitySettings.PART).isSampling();
    }
}
