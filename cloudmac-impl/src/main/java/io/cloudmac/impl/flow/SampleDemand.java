// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.flow;

import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.Cloudmac;

/** Decides whether the switches send copies of uplink frames to the controller. */
@FunctionalInterface
public interface SampleDemand {
    /** Returns true if this configuration needs the copies. */
    boolean needsSamples(Cloudmac configuration);
}
