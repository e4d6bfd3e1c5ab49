// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.handover;

import io.cloudmac.impl.learned.Client;
import io.cloudmac.impl.steering.SteeringTrigger;
import io.cloudmac.impl.wire.Mac;
import java.time.Duration;
import java.util.concurrent.CompletionStage;

/** Hands stations over from one WTP to another without an interruption. */
public interface Handover {
    /** Time limit of a step. Longer than two answers of an agent, or installing flow rules and reading them back. */
    Duration STEP_LIMIT = Duration.ofSeconds(10);
    /** Longest time of a handover: five steps, one of which changes the channel, and two that undo. */
    Duration MAX_DURATION = STEP_LIMIT.multipliedBy(7);

    /** Reports a handover that was refused or undone. The message is for the operator. */
    final class HandoverException extends Exception {
        private static final long serialVersionUID = 1L;

        private final FailureKind kind;

        /** Creates the exception. */
        public HandoverException(final FailureKind kind, final String message) {
            super(message);
            this.kind = kind;
        }

        /** Reports the failure of a step. */
        HandoverException(final String step, final Throwable cause) {
            super(step + ": " + cause.getMessage(), cause);
            kind = FailureKind.ofStep(cause);
        }

        /** Returns why the handover failed. */
        public FailureKind kind() {
            return kind;
        }
    }

    /**
     * Hands a station over. Thread-safe.
     *
     * @param client the station or virtual station
     * @param to the new WTP, which must radiate the VAP, or have a radio for virtual stations
     * @param trigger the trigger of the decision, for the log
     * @return completes with the old WTP once the last step is confirmed; fails with a {@link HandoverException} that
     *     names the failed step, after all steps before it are undone
     */
    CompletionStage<Mac> handOver(Client client, Mac to, SteeringTrigger trigger);
}
