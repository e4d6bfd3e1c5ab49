// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.flow.plan;

import io.cloudmac.impl.topology.PortId;
import java.util.OptionalLong;

/** Looks up the queue of a port for CloudMAC frames. */
@FunctionalInterface
public interface QueueLookup {
    /** No port has queues. */
    QueueLookup NONE = (port, priority) -> OptionalLong.empty();

    /**
     * Returns the queue of a frame at its egress port.
     *
     * @param port the egress port
     * @param priority the frame's user priority
     * @return empty if the port has no queues
     */
    OptionalLong queue(PortId port, int priority);
}
