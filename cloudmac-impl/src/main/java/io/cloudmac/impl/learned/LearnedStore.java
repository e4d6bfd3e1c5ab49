// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.learned;

import io.cloudmac.impl.topology.PortId;
import io.cloudmac.impl.wire.Mac;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import org.opendaylight.yangtools.concepts.Registration;

/**
 * The controller's memory. What is put shows up in {@link #learned} when it has
 * been stored, shortly after; an operator may take entries away at any time.
 */
public interface LearnedStore {
    /** All of it. */
    Learned learned();

    /** Has a task run on the event loop after each change. */
    Registration listen(Runnable changed);

    /** Remembers where a WTP hangs. */
    void putWtp(Mac wtp, PortId port);

    /** Remembers a VAP. */
    void putVap(Mac bssid, Learned.Vap vap);

    /** Forgets a VAP and its stations. */
    void removeVap(Mac bssid);

    /** Remembers which WTP serves a station; completes when that will survive a restart. */
    CompletionStage<Void> putStation(StationKey station, Mac wtp);

    /** Forgets stations. */
    void removeStations(Set<StationKey> stations);
}
