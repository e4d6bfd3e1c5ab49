// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.openflow;

import io.cloudmac.impl.topology.PortId;
import io.cloudmac.impl.wire.ChannelSwitch;
import org.opendaylight.yangtools.concepts.Registration;

/** Where the answers of VAPs' hosts come from. */
public interface AnswerSource {
    /** Told of answers, on the event loop. */
    @FunctionalInterface
    interface AnswerListener {
        /** An answer came in at a port. */
        void answered(PortId port, ChannelSwitch.Answer answer);
    }

    /** Registers. */
    Registration listenToAnswers(AnswerListener listener);
}
