// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.binding;

import io.cloudmac.impl.wire.Mac;
import java.util.Set;
import java.util.concurrent.CompletionStage;

/**
 * Has WTPs acknowledge for a VAP. Implemented by the sessions with the agents.
 *
 * <p>A lease that is held is renewed, and taken again whenever the session
 * opens anew, until it is released; nobody but the implementation counts time.
 */
public interface LeaseService {
    /**
     * What is leased.
     *
     * @param wtp the WTP's id
     * @param bssid the VAP
     * @param frequency of the VAP's channel in MHz, by which the radio is
     *     chosen; 0 where it is not known: the WTP's first radio
     */
    record Lease(Mac wtp, Mac bssid, int frequency) {
    }

    /**
     * Holds a lease from now on, even where the first attempt fails.
     *
     * @return completes once the agent has confirmed; fails with an exception
     *     whose message says why not (no session, refused), while attempts go on
     */
    CompletionStage<Void> hold(Lease lease);

    /**
     * On which channel a WTP could serve a VAP: the lease's own where one of its radios is on it or free to be tuned
     * to it, else another one of the same band that a radio of it is on.
     *
     * @return completes with MHz; fails with an exception whose message says why there is none
     */
    CompletionStage<Integer> channelFor(Lease lease);

    /**
     * Gives a lease back, or stops trying to get it. Both ends having
     * forgotten it is success.
     *
     * @return completes once the agent has confirmed, or at once where there is
     *     no session: the agent then lets it run out
     */
    CompletionStage<Void> release(Lease lease);

    /**
     * Releases leases that a predecessor left: those of these VAPs that the controller does not hold, now and at the
     * last call. Leases of a WTP's own configuration stay, and those of other VAPs, which may belong to another
     * controller.
     *
     * @param vaps those whose stations are all known
     */
    void releaseLeftovers(Set<Mac> vaps);
}
