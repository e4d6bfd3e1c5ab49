// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.binding;

import io.cloudmac.impl.binding.Assignment.Service;
import io.cloudmac.impl.learned.StationKey;
import io.cloudmac.impl.wire.Mac;
import java.time.Duration;

/** Services of stations that override the assignment during a handover. Used on the event loop. */
public interface Overlays {
    /** Longest time until a stored binding is known. */
    Duration SETTLE_LIMIT = Duration.ofSeconds(5);

    /** Overrides the service of a bound station. */
    void overlay(StationKey station, Service service);

    /** Ends the override of a station. */
    void clear(StationKey station);

    /**
     * Ends the override of a station when its binding at a WTP, which was stored, has arrived here, or is gone. A
     * datastore says that a change is stored before those who read it know. {@link #SETTLE_LIMIT} ends it at the latest.
     */
    void settle(StationKey station, Mac wtp);
}
