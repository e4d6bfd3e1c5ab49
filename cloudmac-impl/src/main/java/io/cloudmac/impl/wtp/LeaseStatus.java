// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.wtp;

/**
 * How an ACK lease that the application wants stands.
 *
 * @param key which BSSID on which radio
 * @param state how far it has come
 * @param text why it failed or is not there yet; empty if held
 */
public record LeaseStatus(LeaseKey key, State state, String text) {
    /** How far a lease has come. */
    public enum State {
        /** Wanted; the agent has not confirmed it, or the session is down. */
        PENDING,
        /** Confirmed by the agent and renewed in time. */
        HELD,
        /** The agent refused it; it is asked again at the next renewal. */
        FAILED
    }
}
