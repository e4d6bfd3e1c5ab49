// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.channel;

/** A channel switch that a VAP's host did not confirm; the message is for the operator. */
public final class HostSwitchException extends Exception {
    private static final long serialVersionUID = 1L;

    private final SwitchOutcome outcome;

    /** What a failed request means for the VAP's channel. */
    public enum SwitchOutcome {
        /** The VAP keeps its channel. */
        REFUSED,
        /** Another switch of the VAP is under way: the request can be repeated. */
        BUSY,
        /** The VAP may have changed its channel. */
        UNKNOWN
    }

    /** Creates the exception. */
    public HostSwitchException(final String message, final SwitchOutcome outcome) {
        super(message);
        this.outcome = outcome;
    }

    /** Returns what the failure means for the VAP's channel. */
    public SwitchOutcome outcome() {
        return outcome;
    }
}
