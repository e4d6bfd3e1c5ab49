// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.openflow;

import io.cloudmac.impl.topology.PortId;

/** Sends frames out of switch ports. */
@FunctionalInterface
public interface FrameSender {
    /** Sends a frame. A frame that cannot be sent is lost without an exception. */
    void send(PortId port, byte[] data);
}
