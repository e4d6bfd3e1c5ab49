// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.handover;

import io.cloudmac.impl.learned.StationKey;
import io.cloudmac.impl.steering.Grounds;
import io.cloudmac.impl.wire.Mac;
import java.util.concurrent.CompletionStage;

/** Hands stations over from one WTP to another without an interruption. */
public interface Handover {
    /** Reports a handover that was refused or undone. The message is for the operator. */
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
     * Hands a station over. Thread-safe.
     *
     * @param station the station and its VAP, or a virtual station by {@link StationKey#virtual}
     * @param to the new WTP, which must radiate the VAP, or have a radio for virtual stations
     * @param grounds the grounds of the decision, for the log
     * @return completes with the old WTP once the last step is confirmed; fails with a {@link HandoverException} that
     *     names the failed step, after all steps before it are undone
     */
    CompletionStage<Mac> handOver(StationKey station, Mac to, Grounds grounds);
}
