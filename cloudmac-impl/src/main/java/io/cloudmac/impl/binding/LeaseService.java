// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.binding;

import io.cloudmac.impl.wire.Mac;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import org.opendaylight.yangtools.concepts.Registration;

/**
 * ACK leases at the WTPs: while a WTP holds a lease, it acknowledges frames that are sent to the VAP.
 *
 * <p>The implementation renews a held lease, and acquires it again when the session with the agent reopens, until the
 * lease is released. Callers need no timers.
 */
public interface LeaseService {
    /**
     * An ACK lease.
     *
     * @param wtp id of the WTP
     * @param bssid the VAP, or the address of a virtual station
     * @param frequency centre frequency of the VAP's channel, MHz, which selects the radio; 0 if unknown: then no radio
     *     serves the VAP. 0 for a virtual station: the agent determines the channel
     * @param role whose address it is
     */
    record Lease(Mac wtp, Mac bssid, int frequency, Role role) {
        /** Creates the lease of a VAP. */
        public Lease(final Mac wtp, final Mac bssid, final int frequency) {
            this(wtp, bssid, frequency, Role.AP);
        }

        /** Creates the lease of a virtual station, on a radio that serves these. */
        public static Lease ofVirtualStation(final Mac wtp, final Mac station) {
            return new Lease(wtp, station, 0, Role.STATION);
        }
    }

    /** Whose frames a WTP acknowledges by a lease. */
    enum Role {
        /** Those of a VAP. */
        AP,
        /** Those of a virtual station. */
        STATION
    }

    /** Receives the refusals of held leases. */
    @FunctionalInterface
    interface RefusalListener {
        /**
         * Handles a held lease that the WTP refuses, also if it does so repeatedly, or refuses no longer. It may run on
         * any thread and must not block.
         *
         * @param refusal why the agent refused the lease, or has no radio for it; empty: the lease is granted, or there
         *     is no session
         */
        void leaseChanged(Lease lease, Optional<String> refusal);
    }

    /**
     * Holds a lease from now on, even if the first attempt fails.
     *
     * @return completes when the agent has confirmed. Fails if there is no session, or the agent refuses or does not
     *     answer in time; the message gives the reason, and the attempts continue.
     */
    CompletionStage<Void> hold(Lease lease);

    /**
     * Finds the channel on which a WTP can serve a VAP. This is the lease's channel if a radio is on it or can be tuned
     * to it. Otherwise it is the channel of a radio in the same band.
     *
     * @return completes with the centre frequency in MHz; fails if there is none, with the reason in the message
     */
    CompletionStage<Integer> channelFor(Lease lease);

    /**
     * Releases a lease, or stops the attempts to acquire it. Succeeds if neither end has the lease. Then requests the
     * refused leases of the WTP again at once: the slot may be the one that they need.
     *
     * @return completes when the agent has confirmed, or immediately without a session: the lease then expires
     */
    CompletionStage<Void> release(Lease lease);

    /**
     * Releases the leases of these VAPs that an earlier run of this controller left at the WTPs. A lease is a leftover
     * if no caller holds it, neither at this call nor at the previous one. Leases from a WTP's own configuration stay,
     * and so do those of other VAPs, which may belong to another controller.
     *
     * @param vaps the VAPs whose stations are all known
     */
    void releaseLeftovers(Set<Mac> vaps);

    /** Registers a listener for refusals from now on. */
    Registration listenToRefusals(RefusalListener listener);
}
