// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.qos;

import java.util.OptionalInt;
import org.opendaylight.yangtools.concepts.Registration;

/** The queues of switch ports for CloudMAC frames, which the flow rules select. */
public interface QueueSelector {
    /**
     * Selects the queue under the current policy of a port.
     *
     * @param port node-connector id, {@code openflow:1:2}
     * @param userPriority user priority in the radio tag, 0 to 7
     * @return the argument of set_queue; empty if the rule must not set a queue. That holds for ports without a policy
     *     and for classless strategies: SFQ and FQ-CoDel would interpret the queue as one of their flows.
     */
    OptionalInt queue(String port, int userPriority);

    /** Runs a task on the event loop once now and whenever a result may have changed. */
    Registration listen(Runnable changed);
}
