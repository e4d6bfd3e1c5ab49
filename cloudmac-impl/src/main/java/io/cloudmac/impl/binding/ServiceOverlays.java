// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.binding;

import io.cloudmac.impl.binding.Assignment.Service;
import io.cloudmac.impl.learned.StationKey;
import io.cloudmac.impl.wire.Mac;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/** The services that override stored bindings during a handover. Pure. */
final class ServiceOverlays {
    private final Map<StationKey, Service> services = new HashMap<>();
    /** The new WTP of each station whose override ends when its binding there is known. */
    private final Map<StationKey, Mac> ending = new HashMap<>();
    private final Set<StationKey> changed = new HashSet<>();

    /** Returns the overrides. The view is read-only. */
    Map<StationKey, Service> services() {
        return Collections.unmodifiableMap(services);
    }

    /** Sets an override. */
    void put(final StationKey station, final Service service) {
        services.put(station, service);
        ending.remove(station);
        changed.add(station);
    }

    /** Removes an override. Returns false if there was none. */
    boolean remove(final StationKey station) {
        ending.remove(station);
        final boolean existed = services.remove(station) != null;
        if (existed) {
            changed.add(station);
        }
        return existed;
    }

    /** Lets the override of a station, if it has one, end when its binding to a WTP is known. */
    void endWhenStored(final StationKey station, final Mac wtp) {
        if (services.containsKey(station)) {
            ending.put(station, wtp);
        }
    }

    /** Removes the override of a station if it still waits for a binding to a WTP. Returns false otherwise. */
    boolean removeIfEnding(final StationKey station, final Mac wtp) {
        return wtp.equals(ending.get(station)) && remove(station);
    }

    /**
     * Removes the overrides whose bindings are known.
     *
     * @param stored returns the WTP of a station's stored binding; null if it has none
     */
    void follow(final Function<StationKey, Mac> stored) {
        ending.entrySet().removeIf(each -> {
            final Mac now = stored.apply(each.getKey());
            final boolean isOver = now == null || now.equals(each.getValue());
            if (isOver) {
                services.remove(each.getKey());
                changed.add(each.getKey());
            }
            return isOver;
        });
    }

    /** Returns the stations whose overrides may have changed since the last call. */
    Set<StationKey> takeChanged() {
        final Set<StationKey> since = Set.copyOf(changed);
        changed.clear();
        return since;
    }
}
