// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.qos;

import java.util.OptionalInt;
import org.opendaylight.yangtools.concepts.Registration;

/** Which queue of a switch port CloudMAC frames are to use, for those who compute flows. */
public interface QueueSelector {
    /**
     * Selects the queue under the policy that is configured now.
     *
     * @param port node-connector id, {@code openflow:1:2}
     * @param userPriority the radio tag's, 0 to 7
     * @return the argument of set_queue; empty where there must be no set_queue: a port without a policy or
     *     with a strategy without classes (SFQ and FQ-CoDel would take the queue for a flow of theirs)
     */
    OptionalInt queue(String port, int userPriority);

    /** Has a task run on the event loop whenever the answers may have changed, and once at first. */
    Registration listen(Runnable changed);
}
