// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.openflow;

import io.cloudmac.impl.topology.PortId;
import io.cloudmac.impl.wire.OuterHeader;
import org.opendaylight.yangtools.concepts.Registration;

/** Passes on the outer headers of stations' frames for which the switch had no rule, also of segments. */
@FunctionalInterface
public interface HeaderSource {
    /** Receives the headers, on the event loop. */
    @FunctionalInterface
    interface HeaderListener {
        /**
         * Receives the header of a frame or a segment.
         *
         * @param port where the frame came in
         * @param outer its outer header
         */
        void received(PortId port, OuterHeader outer);
    }

    /** Registers a listener for all headers from now on. */
    Registration listenToHeaders(HeaderListener listener);
}
