// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.chain;

import io.cloudmac.impl.learned.StationKey;
import io.cloudmac.impl.wire.Mac;
import java.util.Set;
import java.util.concurrent.CompletionStage;

/**
 * Lets the chains of stations follow handovers. Use it on the event loop, where the stage completes too. Stations
 * without chains cost nothing.
 */
public interface StationChains {
    /**
     * Decides where the uplink frames of a station enter and leave its chains, until {@link #release}.
     *
     * @param entries the WTPs where they enter
     * @param back the WTP where they go on as if they had just come from there
     * @return completes once the switches have the rules, and no frame goes back to another WTP any more
     */
    CompletionStage<Void> lead(StationKey station, Set<Mac> entries, Mac back);

    /** Lets the chains of a station follow its binding again. */
    void release(StationKey station);
}
