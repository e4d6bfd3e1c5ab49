// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.learned;

import io.cloudmac.impl.topology.PortId;
import io.cloudmac.impl.wire.Mac;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import org.opendaylight.yangtools.concepts.Registration;

/**
 * The store of the learned state. A value that was put appears in {@link #learned} shortly afterwards, when it has been
 * stored. An operator may delete entries at any time.
 */
public interface LearnedStore {
    /** Returns the current state. */
    Learned learned();

    /** Runs a task on the event loop once now and after each change. */
    Registration listen(Runnable changed);

    /** Stores the switch port of a WTP. */
    void putWtp(Mac wtp, PortId port);

    /** Stores a VAP; completes when the datastore has committed it. */
    CompletionStage<Void> putVap(Mac bssid, Learned.KnownVap vap);

    /**
     * Stores the VAP host of a known VAP. Its port, SSID, channel and beacon interval stay, also those that are being
     * stored. Stores nothing if the VAP is no longer known.
     */
    void putHost(Mac bssid, String host);

    /** Removes a VAP and its stations. */
    void removeVap(Mac bssid);

    /** Stores the WTP that serves a station; completes when the datastore has committed it. */
    CompletionStage<Void> putStation(StationKey station, Mac wtp);

    /** Stores a virtual station and the WTP that serves it. */
    void putVirtualStation(Mac station, Learned.KnownVirtualStation known);

    /** Removes a virtual station. */
    void removeVirtualStation(Mac station);

    /** Removes stations. */
    void removeStations(Set<StationKey> stations);
}
