// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.openflow;

import io.cloudmac.impl.topology.PortId;
import io.cloudmac.impl.wire.CloudmacFrame;

/** Told of frames that came to the controller, on the event loop. */
@FunctionalInterface
public interface FrameListener {
    /**
     * A station's frame that no rule forwards.
     *
     * @param port where it came in
     * @param frame what it is
     * @param data all of it, not to be changed
     */
    void firstContact(PortId port, CloudmacFrame frame, byte[] data);
}
