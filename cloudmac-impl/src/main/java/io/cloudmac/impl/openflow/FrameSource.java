// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.openflow;

import io.cloudmac.impl.topology.PortId;
import io.cloudmac.impl.wire.CloudmacFrame;
import org.opendaylight.yangtools.concepts.Registration;

/** Passes on the frames of stations that no flow rule forwards. */
@FunctionalInterface
public interface FrameSource {
    /** Receives the frames, on the event loop. */
    @FunctionalInterface
    interface FrameListener {
        /**
         * Receives a frame.
         *
         * @param port where the frame came in
         * @param frame its headers
         * @param data the whole frame; must not be changed
         * @param receivedAtNanos when the controller received it, on the clock of the event loop, ns
         */
        void firstContact(PortId port, CloudmacFrame frame, byte[] data, long receivedAtNanos);
    }

    /** Registers a listener for all frames from now on. */
    Registration listenToFrames(FrameListener listener);
}
