// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.binding;

import io.cloudmac.impl.binding.Assignment.Service;
import io.cloudmac.impl.learned.StationKey;

/** Ways of serving a station that hold for the time of a handover. Used on the event loop. */
public interface Overlays {
    /** Serves a station so, whatever else is wanted. */
    void overlay(StationKey station, Service service);

    /** Serves a station as is wanted. */
    void clear(StationKey station);
}
