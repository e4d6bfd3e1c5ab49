// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.channel;

/** A channel switch that was not confirmed; the message is for the operator. */
public final class ChannelSwitchException extends Exception {
    private static final long serialVersionUID = 1L;

    private final boolean begun;

    /**
     * Creates the exception.
     *
     * @param begun whether the VAP may have changed its channel nevertheless
     */
    public ChannelSwitchException(final String message, final boolean begun) {
        super(message);
        this.begun = begun;
    }

    /** Returns true if the VAP may have changed its channel nevertheless. */
    public boolean begun() {
        return begun;
    }
}
