// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.binding;

import io.cloudmac.impl.binding.Assignment.Service;
import io.cloudmac.impl.learned.StationKey;
import io.cloudmac.impl.wire.Mac;
import java.time.Duration;

/** Services of stations that override the assignment during a handover. Used on the event loop. */
public interface Overlays {
    /** Longest time from the storing of a binding until its readers know it. */
    Duration STORED_LIMIT = Duration.ofSeconds(5);

    /** Overrides the service of a bound station. */
    void overlay(StationKey station, Service service);

    /** Ends the override of a station. */
    void clear(StationKey station);

    /**
     * Ends the override of a station once its readers know the binding to a WTP that was just stored, or know that
     * there is no binding. The datastore confirms a change before it notifies its readers: without the override, the
     * station would return to its old WTP in between. Ends after {@link #STORED_LIMIT} at the latest.
     */
    void clearWhenStored(StationKey station, Mac wtp);
}
