// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.contact;

/**
 * What became of a decision.
 *
 * @param whyNot why it was not carried out; null where it was
 * @param error what failed; null: nothing
 */
public record Result(Outcome outcome, WhyNot whyNot, String error) {
    public static final Result DONE = new Result(Outcome.DONE, null, null);

    /** How it ended. */
    public enum Outcome {
        DONE, OBSERVED, KEPT, UNDONE
    }

    /** Why a station stays where it is. */
    public enum WhyNot {
        BOUND_BY_OPERATOR, NO_CANDIDATE, HYSTERESIS, DWELL, BUSY, OBSERVE_ONLY, FAILED
    }

    /** Not carried out. */
    public static Result not(final WhyNot why) {
        return new Result(why == WhyNot.OBSERVE_ONLY ? Outcome.OBSERVED : Outcome.KEPT, why, null);
    }

    /** Refused before anything was done. */
    public static Result refused(final WhyNot why, final String error) {
        return new Result(Outcome.KEPT, why, error);
    }

    /** A step failed, those before it were undone. */
    public static Result undone(final String error) {
        return new Result(Outcome.UNDONE, WhyNot.FAILED, error);
    }
}
