// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.openflow;

import io.cloudmac.impl.topology.PortId;
import io.cloudmac.impl.wire.ChannelSwitch;
import org.opendaylight.yangtools.concepts.Registration;

/** Passes on the answers of VAP hosts to channel switch requests. */
@FunctionalInterface
public interface AnswerSource {
    /** Receives the answers, on the event loop. */
    @FunctionalInterface
    interface AnswerListener {
        /** Receives an answer that came in at a port. */
        void answered(PortId port, ChannelSwitch.Answer answer);
    }

    /** Registers a listener for all answers from now on. */
    Registration listenToAnswers(AnswerListener listener);
}
