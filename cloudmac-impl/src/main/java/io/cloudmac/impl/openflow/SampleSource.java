// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.openflow;

import io.cloudmac.impl.topology.PortId;
import io.cloudmac.impl.wire.CloudmacFrame;
import org.opendaylight.yangtools.concepts.Registration;

/** Where frames come from that are sent to the controller for their signal only. */
public interface SampleSource {
    /** Told of them, on the event loop. */
    @FunctionalInterface
    interface SampleListener {
        /**
         * A WTP sent up a frame.
         *
         * @param port where it came in
         * @param frame what its headers say
         * @param octets how much of it came
         */
        void sampled(PortId port, CloudmacFrame frame, int octets);
    }

    /** Registers. */
    Registration listenToSamples(SampleListener listener);
}
