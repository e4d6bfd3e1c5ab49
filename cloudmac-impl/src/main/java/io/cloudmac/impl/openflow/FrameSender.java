// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.openflow;

import io.cloudmac.impl.topology.PortId;

/** Sends frames out of switch ports. */
@FunctionalInterface
public interface FrameSender {
    /** Sends a frame; one that cannot be sent is lost, as any frame may be, and nothing is thrown. */
    void send(PortId port, byte[] data);
}
