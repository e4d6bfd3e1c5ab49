// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.binding;

import io.cloudmac.impl.wire.Mac;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiPredicate;
import org.opendaylight.yangtools.concepts.Registration;
import org.osgi.service.component.annotations.Component;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Remembers for a limited time which WTPs have refused the lease of a virtual station. Such a WTP is not chosen as its
 * antenna. Has no clock of its own. Used on the event loop.
 *
 * <p>A refusal first counts, and then lapses. A WTP that refuses again after that counts twice as long as before, so
 * that a virtual station that several WTPs refuse does not alternate between them.
 */
@Component(service = AntennaRefusals.class)
public final class AntennaRefusals {
    /** How long a first refusal counts. Longer than the interval at which held leases are requested again. */
    public static final Duration FIRST_LIFETIME = Duration.ofSeconds(30);
    /** Longest time that a refusal counts, and the time for which it is remembered after that. */
    public static final Duration LONGEST_LIFETIME = Duration.ofMinutes(10);
    /**
     * Greatest number of refusals of a virtual station. While so many count, a further one does not: the virtual
     * station stays at that WTP.
     */
    static final int MAXIMUM_OF_STATION = 16;

    private static final Logger LOG = LoggerFactory.getLogger(AntennaRefusals.class);

    /**
     * A refusal.
     *
     * @param text the WTP's reason
     * @param at when it refused the lease last, ns
     * @param lifetime how long it counts, ns
     * @param counts whether it still counts
     */
    private record Refusal(String text, long at, long lifetime, boolean counts) {
        /** Returns this refusal if it is repeated. One that has lapsed then counts twice as long. */
        Refusal repeated(final String reason, final long now) {
            return new Refusal(reason, now,
                counts ? lifetime : Math.min(2 * lifetime, LONGEST_LIFETIME.toNanos()), true);
        }

        Refusal lapsed() {
            return new Refusal(text, at, lifetime, false);
        }

        boolean isOver(final long now) {
            return now - at > lifetime;
        }

        boolean isForgotten(final long now) {
            return now - at > lifetime + LONGEST_LIFETIME.toNanos();
        }
    }

    /** The refusals of each virtual station, by WTP. */
    private final Map<Mac, Map<Mac, Refusal>> refusals = new HashMap<>();
    private final List<Runnable> listeners = new CopyOnWriteArrayList<>();

    /**
     * Records that a WTP refuses the lease of a virtual station, also if it does so again.
     *
     * @param now time of the event loop, ns
     */
    public void add(final Mac station, final Mac wtp, final String reason, final long now) {
        final Map<Mac, Refusal> ofStation = refusals.computeIfAbsent(station, key -> new HashMap<>());
        final Refusal before = ofStation.get(wtp);
        if (before == null && ofStation.size() >= MAXIMUM_OF_STATION && !removeOldestLapsed(ofStation, now)) {
            return;
        }
        ofStation.put(wtp, before == null ? new Refusal(reason, now, FIRST_LIFETIME.toNanos(), true)
            : before.repeated(reason, now));
        if (before == null || !before.counts()) {
            LOG.warn("Virtual station {}: WTP {} refuses its lease: {}", station, wtp, reason);
            listeners.forEach(Runnable::run);
        }
    }

    private static boolean removeOldestLapsed(final Map<Mac, Refusal> ofStation, final long now) {
        return ofStation.entrySet().stream().filter(entry -> !entry.getValue().counts())
            .max(Comparator.comparingLong(entry -> now - entry.getValue().at())).map(Map.Entry::getKey)
            .map(ofStation::remove).isPresent();
    }

    /** Forgets that a WTP refused the lease of a virtual station. */
    public void remove(final Mac station, final Mac wtp) {
        final Map<Mac, Refusal> ofStation = refusals.getOrDefault(station, Map.of());
        if (ofStation.containsKey(wtp)) {
            final Refusal removed = ofStation.remove(wtp);
            if (ofStation.isEmpty()) {
                refusals.remove(station);
            }
            if (removed.counts()) {
                listeners.forEach(Runnable::run);
            }
        }
    }

    /** Forgets all refusals of a WTP. */
    public void removeAllOf(final Mac wtp) {
        removeIf((station, refusing) -> refusing.equals(wtp));
    }

    /** Forgets the refusals of all other virtual stations than these. */
    public void retainAll(final Set<Mac> stations) {
        removeIf((station, refusing) -> !stations.contains(station));
    }

    private void removeIf(final BiPredicate<Mac, Mac> condition) {
        boolean changed = false;
        for (final var ofStation : refusals.entrySet()) {
            final var each = ofStation.getValue().entrySet().iterator();
            while (each.hasNext()) {
                final var entry = each.next();
                if (condition.test(ofStation.getKey(), entry.getKey())) {
                    changed |= entry.getValue().counts();
                    each.remove();
                }
            }
        }
        notifyIf(changed);
    }

    /** Lets the refusals lapse that have not been repeated during their lifetime, and forgets the old ones. */
    public void expire(final long now) {
        boolean changed = false;
        for (final Map<Mac, Refusal> ofStation : refusals.values()) {
            for (final var entry : ofStation.entrySet()) {
                if (entry.getValue().counts() && entry.getValue().isOver(now)) {
                    entry.setValue(entry.getValue().lapsed());
                    changed = true;
                }
            }
            ofStation.values().removeIf(refusal -> refusal.isForgotten(now));
        }
        notifyIf(changed);
    }

    private void notifyIf(final boolean changed) {
        refusals.values().removeIf(Map::isEmpty);
        if (changed) {
            listeners.forEach(Runnable::run);
        }
    }

    /** Returns true if a WTP has refused the lease of a virtual station, and the refusal counts. */
    public boolean isRefused(final Mac station, final Mac wtp) {
        final Refusal refusal = refusals.getOrDefault(station, Map.of()).get(wtp);
        return refusal != null && refusal.counts();
    }

    /** Returns the reasons of the refusals of a virtual station that count, by WTP. */
    public Map<Mac, String> of(final Mac station) {
        final Map<Mac, String> reasons = new TreeMap<>();
        refusals.getOrDefault(station, Map.of()).forEach((wtp, refusal) -> {
            if (refusal.counts()) {
                reasons.put(wtp, refusal.text());
            }
        });
        return reasons;
    }

    /** Registers a listener for refusals that count from now on, or no longer. */
    public Registration listen(final Runnable changed) {
        listeners.add(changed);
        return () -> listeners.remove(changed);
    }
}
