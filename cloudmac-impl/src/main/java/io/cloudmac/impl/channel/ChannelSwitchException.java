// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.channel;

/** A VAP did not change its channel, as far as is known; the message is for the operator. */
public final class ChannelSwitchException extends Exception {
    private static final long serialVersionUID = 1L;

    private final boolean begun;

    /**
     * Says why.
     *
     * @param begun whether the VAP may have changed it all the same
     */
    public ChannelSwitchException(final String message, final boolean begun) {
        super(message);
        this.begun = begun;
    }

    /** Whether the VAP may have changed it all the same. */
    public boolean begun() {
        return begun;
    }
}
