// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.binding;

import io.cloudmac.impl.binding.Assignment.Service;
import io.cloudmac.impl.learned.StationKey;
import io.cloudmac.impl.wire.Mac;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;

/**
 * The services that override stored bindings. One that settles ends when the stored binding names its new WTP, or is
 * gone. Pure.
 */
final class ServiceOverlays {
    private final Map<StationKey, Service> services = new HashMap<>();
    /** The new WTP of each station whose override settles. */
    private final Map<StationKey, Mac> settling = new HashMap<>();

    /** Returns the overrides. The view is read-only. */
    Map<StationKey, Service> services() {
        return Collections.unmodifiableMap(services);
    }

    /** Sets an override, which stays until it is removed or settles. */
    void put(final StationKey station, final Service service) {
        services.put(station, service);
        settling.remove(station);
    }

    /** Removes an override. Returns false if there was none. */
    boolean remove(final StationKey station) {
        settling.remove(station);
        return services.remove(station) != null;
    }

    /** Lets an override settle, if there is one. */
    void settle(final StationKey station, final Mac wtp) {
        if (services.containsKey(station)) {
            settling.put(station, wtp);
        }
    }

    /** Removes the override of a station if it still settles at a WTP. Returns false if it does not. */
    boolean endOf(final StationKey station, final Mac wtp) {
        return wtp.equals(settling.get(station)) && remove(station);
    }

    /**
     * Removes the overrides that have settled.
     *
     * @param stored returns the WTP of a station's stored binding; null if it has none
     */
    void follow(final Function<StationKey, Mac> stored) {
        settling.entrySet().removeIf(each -> {
            final Mac now = stored.apply(each.getKey());
            final boolean isOver = now == null || now.equals(each.getValue());
            if (isOver) {
                services.remove(each.getKey());
            }
            return isOver;
        });
    }
}
