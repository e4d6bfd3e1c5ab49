// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.handover;

import io.cloudmac.impl.learned.StationKey;
import io.cloudmac.impl.steering.Grounds;
import io.cloudmac.impl.wire.Mac;
import java.util.concurrent.CompletionStage;

/** Moves stations from one WTP to another without a gap. */
public interface Handover {
    /** A handover that was refused or undone; the message is for the operator. */
    final class HandoverException extends Exception {
        private static final long serialVersionUID = 1L;

        HandoverException(final String message) {
            super(message);
        }

        HandoverException(final String message, final Throwable cause) {
            super(message + ": " + cause.getMessage(), cause);
        }
    }

    /**
     * Moves a station. From any thread.
     *
     * @param station of which VAP
     * @param to the WTP that is to serve it, one of those that radiate the VAP
     * @param grounds for the log
     * @return completes with the WTP that served it before, when the last step
     *     is confirmed; fails with a {@link HandoverException} that names the
     *     step, all steps before it undone
     */
    CompletionStage<Mac> handOver(StationKey station, Mac to, Grounds grounds);
}
