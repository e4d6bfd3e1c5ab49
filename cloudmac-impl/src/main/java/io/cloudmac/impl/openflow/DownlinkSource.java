// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.openflow;

import io.cloudmac.impl.topology.PortId;
import io.cloudmac.impl.wire.OuterHeader;
import org.opendaylight.yangtools.concepts.Registration;

/** Passes on the frames of VAPs for stations that no flow rule forwards. */
@FunctionalInterface
public interface DownlinkSource {
    /** Receives the frames, on the event loop. */
    @FunctionalInterface
    interface DownlinkListener {
        /**
         * Receives a frame, or a segment of one.
         *
         * @param port where the frame came in
         * @param outer its outer header
         * @param data the whole frame; must not be changed
         */
        void downlink(PortId port, OuterHeader outer, byte[] data);
    }

    /** Registers a listener for all frames from now on. */
    Registration listenToDownlinks(DownlinkListener listener);
}
