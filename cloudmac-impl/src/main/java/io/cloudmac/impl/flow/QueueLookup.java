// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.flow;

import io.cloudmac.impl.topology.PortId;
import java.util.OptionalLong;

/** Which queue of a port CloudMAC frames take. */
@FunctionalInterface
public interface QueueLookup {
    /** Every port has one queue. */
    QueueLookup NONE = (port, priority) -> OptionalLong.empty();

    /**
     * The queue at the port where a frame leaves.
     *
     * @param priority the frame's user priority
     * @return empty where the port has no queues to choose from
     */
    OptionalLong queue(PortId port, int priority);
}
