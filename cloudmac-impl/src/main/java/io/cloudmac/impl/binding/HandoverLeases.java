// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.binding;

import io.cloudmac.impl.binding.LeaseService.Lease;
import io.cloudmac.impl.learned.Client;
import java.util.concurrent.CompletionStage;

/**
 * Leases that a handover needs before the assignment contains them. The implementation also keeps the assignment's
 * leases: with two owners, one would release a lease that the other still holds. Used on the event loop.
 */
public interface HandoverLeases {
    /**
     * Holds a lease for the handover of a station, until {@link #release}.
     *
     * @return completes and fails as {@link LeaseService#hold} does
     */
    CompletionStage<Void> hold(Client client, Lease lease);

    /** Ends the handover of a station. Its lease is released unless the assignment or another handover needs it. */
    void release(Client client);
}
