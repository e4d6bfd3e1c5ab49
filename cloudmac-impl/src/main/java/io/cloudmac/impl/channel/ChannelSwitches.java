// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.channel;

import io.cloudmac.impl.wire.Mac;
import java.util.concurrent.CompletionStage;

/** Channel switches of VAPs. Used on the event loop. */
@FunctionalInterface
public interface ChannelSwitches {
    /** A channel switch that was not confirmed; the message is for the operator. */
    final class ChannelSwitchException extends Exception {
        private static final long serialVersionUID = 1L;

        private final boolean mayHaveSwitched;

        /**
         * Creates the exception.
         *
         * @param mayHaveSwitched whether the VAP may have changed its channel nevertheless
         */
        public ChannelSwitchException(final String message, final boolean mayHaveSwitched) {
            super(message);
            this.mayHaveSwitched = mayHaveSwitched;
        }

        /** Returns true if the VAP may have changed its channel nevertheless. */
        public boolean mayHaveSwitched() {
            return mayHaveSwitched;
        }
    }

    /**
     * Requests that a VAP announces a channel switch to its stations (IEEE Std 802.11-2020, 9.4.2.18) and performs it.
     *
     * @param frequency centre frequency of the new channel, MHz
     * @return completes on the event loop when the VAP is on the new channel and the learned state contains it; fails
     *     with a {@link ChannelSwitchException} otherwise, after a timeout at the latest
     */
    CompletionStage<Void> switchTo(Mac bssid, int frequency);
}
