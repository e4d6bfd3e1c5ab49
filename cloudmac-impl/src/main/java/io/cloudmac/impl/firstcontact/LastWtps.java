// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.firstcontact;

import io.cloudmac.impl.learned.StationKey;
import io.cloudmac.impl.wire.Mac;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.osgi.service.component.annotations.Component;

/**
 * Remembers which WTP served a station that was proven to exist and whose binding ended. Its VAP's host may still hold
 * the station. Bounded: a new entry replaces the oldest. Use it on the event loop.
 */
@Component(service = LastWtps.class)
public final class LastWtps {
    static final int MAX_STATIONS = 4096;

    private final Map<StationKey, Mac> wtps = new LinkedHashMap<>();

    /** Remembers the WTP that served a station. */
    void put(final StationKey key, final Mac wtp) {
        wtps.remove(key);
        wtps.put(key, wtp);
        if (wtps.size() > MAX_STATIONS) {
            wtps.remove(wtps.keySet().iterator().next());
        }
    }

    /** Returns the WTP that last served a station; empty if it is not known. */
    Optional<Mac> get(final StationKey key) {
        return Optional.ofNullable(wtps.get(key));
    }
}
