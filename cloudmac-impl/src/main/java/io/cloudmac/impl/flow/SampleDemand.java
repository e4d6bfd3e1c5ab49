// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.flow;

import io.cloudmac.impl.config.ConfigurationSource;

/** Decides whether the switches send copies of uplink frames to the controller. */
@FunctionalInterface
public interface SampleDemand {
    /** Returns true if the current configuration needs the copies. */
    boolean needsSamples(ConfigurationSource configuration);
}
