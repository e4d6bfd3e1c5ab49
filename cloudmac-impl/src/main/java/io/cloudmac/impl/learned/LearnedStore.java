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
 *
 * <p>Each change completes when the datastore has committed it, and fails if the datastore refuses. A caller that
 * remembers what it has stored does so after the commit, because a failed change is not repeated here.
 */
public interface LearnedStore {
    /** Returns the current state. */
    Learned learned();

    /** Runs a task on the event loop once now and after each change. */
    Registration listen(Runnable changed);

    /** Stores the switch port of a WTP. */
    CompletionStage<Void> putWtp(Mac wtp, PortId port);

    /** Stores a VAP. */
    CompletionStage<Void> putVap(Mac bssid, Learned.KnownVap vap);

    /**
     * Stores the VAP host of a known VAP. Its port, SSID, channel and beacon interval stay, also those that are being
     * stored. Stores nothing if the VAP is no longer known.
     */
    CompletionStage<Void> putHost(Mac bssid, String host);

    /** Stores the channel, centre frequency in MHz, of a known VAP, and nothing else: see {@link #putHost}. */
    CompletionStage<Void> putFrequency(Mac bssid, int frequency);

    /** Removes a WTP, and the stations and virtual stations that it served last. */
    CompletionStage<Void> removeWtp(Mac wtp);

    /** Removes a VAP and its stations. */
    CompletionStage<Void> removeVap(Mac bssid);

    /** Stores the WTP that serves a station. */
    CompletionStage<Void> putStation(StationKey station, Mac wtp);

    /** Stores a virtual station and the WTP that serves it. */
    CompletionStage<Void> putVirtualStation(Mac station, Learned.KnownVirtualStation known);

    /** Removes a virtual station. */
    CompletionStage<Void> removeVirtualStation(Mac station);

    /** Removes stations. */
    CompletionStage<Void> removeStations(Set<StationKey> stations);
}
