// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.wtp;

import io.cloudmac.impl.wire.Mac;
import java.time.Instant;

/**
 * The status of an ACK lease that the application holds.
 *
 * @param bssid the BSSID of the VAP
 * @param radio the number of the radio; -1 while none is chosen
 * @param state the state
 * @param text why the lease failed or is pending; empty if held
 * @param expires when the lease expires unless it is renewed; null unless held
 */
record LeaseStatus(Mac bssid, int radio, LeaseState state, String text, Instant expires) {
    /** The state of a lease. */
    enum LeaseState {
        /** The agent has not answered yet, or the session is down. */
        PENDING,
        /** The agent has confirmed the lease, and the confirmed time has not ended. */
        HELD,
        /** The agent refused the lease, or has no radio for it. The next renewal tries again. */
        FAILED
    }

    static LeaseStatus held(final Mac bssid, final int radio, final Instant expires) {
        return new LeaseStatus(bssid, radio, LeaseState.HELD, "", expires);
    }

    static LeaseStatus pending(final Mac bssid, final String text) {
        return new LeaseStatus(bssid, -1, LeaseState.PENDING, text, null);
    }

    /** Returns the status once a radio is chosen. A lease that another radio holds is requested anew. */
    LeaseStatus at(final int chosen) {
        return state == LeaseState.HELD && radio != chosen
            ? new LeaseStatus(bssid, chosen, LeaseState.PENDING, "requested", null)
            : new LeaseStatus(bssid, chosen, state, text, expires);
    }

    /**
     * Returns the status after a request that the agent did not answer. This is no refusal: a held lease stays held
     * until it expires, and a refused one stays refused.
     *
     * @param why why there is no answer
     */
    LeaseStatus unanswered(final String why, final Instant now) {
        final boolean stays = state == LeaseState.FAILED || state == LeaseState.HELD && now.isBefore(expires);
        return stays ? this : new LeaseStatus(bssid, radio, LeaseState.PENDING, why, null);
    }

    static LeaseStatus failed(final Mac bssid, final int radio, final String text) {
        return new LeaseStatus(bssid, radio, LeaseState.FAILED, text, null);
    }
}
