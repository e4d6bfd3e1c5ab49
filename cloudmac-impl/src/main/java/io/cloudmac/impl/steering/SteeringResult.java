// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.steering;

/**
 * What became of a decision.
 *
 * @param whyNot why it was not carried out; null where it was
 * @param error what failed; null: nothing
 */
public record SteeringResult(Outcome outcome, WhyNot whyNot, String error) {
    public static final SteeringResult DONE = new SteeringResult(Outcome.DONE, null, null);

    /** How it ended. */
    public enum Outcome {
        DONE, OBSERVED, KEPT, UNDONE
    }

    /** Why a station stays where it is. */
    public enum WhyNot {
        BOUND_BY_OPERATOR, NO_CANDIDATE, HYSTERESIS, DWELL, BUSY, OBSERVE_ONLY, FAILED
    }

    /** Not carried out. */
    public static SteeringResult not(final WhyNot why) {
        return new SteeringResult(why == WhyNot.OBSERVE_ONLY ? Outcome.OBSERVED : Outcome.KEPT, why, null);
    }

    /** Refused before anything was done. */
    public static SteeringResult refused(final WhyNot why, final String error) {
        return new SteeringResult(Outcome.KEPT, why, error);
    }

    /** A step failed, those before it were undone. */
    public static SteeringResult undone(final String error) {
        return new SteeringResult(Outcome.UNDONE, WhyNot.FAILED, error);
    }
}
