// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.steering;

/**
 * The result of a decision.
 *
 * @param outcome how the decision ended
 * @param whyNot why the station stays where it is; null: the decision was carried out
 * @param error the error, or the refusal that led to the decision; null: none
 */
public record SteeringResult(Outcome outcome, WhyNot whyNot, String error) {
    public static final SteeringResult DONE = new SteeringResult(Outcome.DONE, null, null);

    /** The outcome of a decision. */
    public enum Outcome {
        DONE, OBSERVED, KEPT, UNDONE
    }

    /** The reason why a station stays where it is. */
    public enum WhyNot {
        BOUND_BY_OPERATOR, NO_CANDIDATE, HYSTERESIS, DWELL, BUSY, OBSERVE_ONLY, FAILED
    }

    /** Returns the result of a decision that was carried out because of a refusal. */
    public static SteeringResult doneAfter(final String refusal) {
        return new SteeringResult(Outcome.DONE, null, refusal);
    }

    /** Returns the result of a decision that was not carried out. */
    public static SteeringResult not(final WhyNot why) {
        return new SteeringResult(why == WhyNot.OBSERVE_ONLY ? Outcome.OBSERVED : Outcome.KEPT, why, null);
    }

    /** Returns the result of a decision that was refused before its first step. */
    public static SteeringResult refused(final WhyNot why, final String error) {
        return new SteeringResult(Outcome.KEPT, why, error);
    }

    /** Returns the result of a decision whose steps were undone after one failed. */
    public static SteeringResult undone(final String error) {
        return new SteeringResult(Outcome.UNDONE, WhyNot.FAILED, error);
    }
}
