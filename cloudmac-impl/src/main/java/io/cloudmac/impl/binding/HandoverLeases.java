// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.binding;

import io.cloudmac.impl.binding.LeaseService.Lease;
import io.cloudmac.impl.learned.StationKey;
import java.util.concurrent.CompletionStage;

/**
 * Leases that handovers need before the assignment does. Who keeps the assignment's leases keeps these as well: of two
 * who do, one gives back what the other believes it holds. Used on the event loop.
 */
public interface HandoverLeases {
    /**
     * Holds a lease for the handover of a station, until it is released.
     *
     * @return completes and fails as {@link LeaseService#hold} does
     */
    CompletionStage<Void> hold(StationKey station, Lease lease);

    /** The handover of a station is over. Its lease, if it has come to one, stays with who else needs it. */
    void release(StationKey station);
}
