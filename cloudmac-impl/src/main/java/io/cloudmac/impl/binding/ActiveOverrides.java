// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.binding;

import io.cloudmac.impl.binding.Assignment.ServingWtps;
import io.cloudmac.impl.learned.Client;
import io.cloudmac.impl.wire.Mac;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/** The WTPs that serve stations and virtual stations during their handovers, in place of the stored ones. Pure. */
final class ActiveOverrides {
    /**
     * The end of an override.
     *
     * @param number distinguishes it from other ends
     * @param wtp the WTP whose binding is stored
     * @param isKnown whether the readers have known that binding
     * @param hasSettled whether the datapaths have had the time to follow
     */
    private record Ending(long number, Mac wtp, boolean isKnown, boolean hasSettled) {
    }

    private final Map<Client, ServingWtps> services = new HashMap<>();
    private final Map<Client, Ending> ending = new HashMap<>();
    private final Set<Client> changed = new HashSet<>();
    private long endings;

    /** Returns the overrides. The view is read-only. */
    Map<Client, ServingWtps> services() {
        return Collections.unmodifiableMap(services);
    }

    /** Sets an override. */
    void put(final Client client, final ServingWtps service) {
        services.put(client, service);
        ending.remove(client);
        changed.add(client);
    }

    /** Removes an override. Returns false if there was none. */
    boolean remove(final Client client) {
        ending.remove(client);
        final boolean existed = services.remove(client) != null;
        if (existed) {
            changed.add(client);
        }
        return existed;
    }

    /**
     * Lets the override of a station, if it has one, end when its binding to a WTP is known and it has settled.
     *
     * @return the number of this end
     */
    long endWhenStored(final Client client, final Mac wtp) {
        endings++;
        if (services.containsKey(client)) {
            ending.put(client, new Ending(endings, wtp, false, false));
        }
        return endings;
    }

    /** Tells that the datapaths have had the time to follow the override of a station, if it still ends so. */
    void settle(final Client client, final long number) {
        ending.computeIfPresent(client, (key, end) ->
            end.number() == number ? new Ending(number, end.wtp(), end.isKnown(), true) : end);
    }

    /** Removes the override of a station if it still ends so. Returns false otherwise. */
    boolean removeIfEnding(final Client client, final long number) {
        final Ending end = ending.get(client);
        return end != null && end.number() == number && remove(client);
    }

    /**
     * Removes the overrides whose bindings are known and have settled, and those whose stations have another binding
     * since, or none.
     *
     * @param stored returns the WTP of a station's stored binding; null if it has none
     */
    void follow(final Function<Client, Mac> stored) {
        ending.entrySet().removeIf(each -> {
            final Mac now = stored.apply(each.getKey());
            final Ending end = each.getValue();
            final boolean isStored = end.wtp().equals(now);
            final boolean isOver = now == null || (isStored ? end.hasSettled() : end.isKnown());
            if (isOver) {
                services.remove(each.getKey());
                changed.add(each.getKey());
            } else if (isStored) {
                each.setValue(new Ending(end.number(), end.wtp(), true, false));
            }
            return isOver;
        });
    }

    /** Returns the stations whose overrides may have changed since the last call. */
    Set<Client> takeChanged() {
        final Set<Client> since = Set.copyOf(changed);
        changed.clear();
        return since;
    }
}
