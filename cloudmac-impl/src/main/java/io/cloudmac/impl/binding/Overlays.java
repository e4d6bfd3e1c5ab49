// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.binding;

import io.cloudmac.impl.binding.Assignment.Service;
import io.cloudmac.impl.learned.StationKey;

/** Services of stations that override the assignment during a handover. Used on the event loop. */
public interface Overlays {
    /** Overrides the service of a bound station. */
    void overlay(StationKey station, Service service);

    /** Ends the override of a station. */
    void clear(StationKey station);
}
