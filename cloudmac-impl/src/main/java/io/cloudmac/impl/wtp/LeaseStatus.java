// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.wtp;

import io.cloudmac.impl.wire.Mac;
import java.time.Instant;

/**
 * How an ACK lease that the application wants stands.
 *
 * @param bssid for which VAP
 * @param radio on which radio; -1 while none is chosen
 * @param state how far it has come
 * @param text why it failed or is not there yet; empty if held
 * @param expires when the agent gives it up unless it is renewed; null unless held
 */
record LeaseStatus(Mac bssid, int radio, LeaseState state, String text, Instant expires) {
    /** How far a lease has come. */
    enum LeaseState {
        /** Wanted; the agent has not confirmed it, or the session is down. */
        PENDING,
        /** Confirmed by the agent and renewed in time. */
        HELD,
        /** The agent refused it, or has no radio for it; it is asked again at the next renewal. */
        FAILED
    }

    static LeaseStatus pending(final Mac bssid, final String text) {
        return new LeaseStatus(bssid, -1, LeaseState.PENDING, text, null);
    }

    static LeaseStatus failed(final Mac bssid, final int radio, final String text) {
        return new LeaseStatus(bssid, radio, LeaseState.FAILED, text, null);
    }
}
