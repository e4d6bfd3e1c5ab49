// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.openflow;

import io.cloudmac.impl.topology.PortId;
import io.cloudmac.impl.wire.OuterHeader;
import org.opendaylight.yangtools.concepts.Registration;

/** Passes on the samples: copies of uplink frames that carry the signal of a station. */
@FunctionalInterface
public interface SampleSource {
    /** Receives the samples, on the event loop. */
    @FunctionalInterface
    interface SampleListener {
        /**
         * Receives a sample.
         *
         * @param port where the frame came in
         * @param outer its outer header
         * @param octets number of octets that reached the controller
         */
        void sampled(PortId port, OuterHeader outer, int octets);
    }

    /** Registers a listener for all samples from now on. */
    Registration listenToSamples(SampleListener listener);
}
