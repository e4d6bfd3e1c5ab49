// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.binding;

import io.cloudmac.impl.wire.Mac;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;
import org.opendaylight.yangtools.concepts.Registration;
import org.osgi.service.component.annotations.Component;

/**
 * Remembers for a limited time which WTPs have refused the lease of a virtual station. Such a WTP is not chosen as its
 * antenna. Has no clock of its own. Used on the event loop.
 */
@Component(service = AntennaRefusals.class)
public final class AntennaRefusals {
    /** How long a refusal counts. Longer than the interval at which held leases are requested again. */
    public static final Duration LIFETIME = Duration.ofSeconds(30);
    /** Greatest number of refusals. A further one does not count: the virtual station stays where it is. */
    static final int MAXIMUM = 4096;

    /** A virtual station and a WTP that refused its lease. */
    private record Refused(Mac station, Mac wtp) {
    }

    /**
     * A refusal.
     *
     * @param text the WTP's reason
     * @param at when it refused the lease last, ns
     */
    private record Refusal(String text, long at) {
    }

    private final Map<Refused, Refusal> refusals = new HashMap<>();
    private final List<Runnable> listeners = new CopyOnWriteArrayList<>();

    /**
     * Records that a WTP refuses the lease of a virtual station, also if it does so again.
     *
     * @param now time of the event loop, ns
     */
    public void add(final Mac station, final Mac wtp, final String reason, final long now) {
        final Refused key = new Refused(station, wtp);
        if (refusals.containsKey(key)) {
            refusals.put(key, new Refusal(reason, now));
        } else if (refusals.size() < MAXIMUM) {
            refusals.put(key, new Refusal(reason, now));
            listeners.forEach(Runnable::run);
        }
    }

    /** Forgets that a WTP refused the lease of a virtual station. */
    public void remove(final Mac station, final Mac wtp) {
        removeIf(entry -> entry.getKey().equals(new Refused(station, wtp)));
    }

    /** Forgets all refusals of a WTP. */
    public void removeAllOf(final Mac wtp) {
        removeIf(entry -> entry.getKey().wtp().equals(wtp));
    }

    /** Forgets the refusals that are older than {@link #LIFETIME}. */
    public void expire(final long now) {
        removeIf(entry -> now - entry.getValue().at() > LIFETIME.toNanos());
    }

    private void removeIf(final Predicate<Map.Entry<Refused, Refusal>> condition) {
        if (refusals.entrySet().removeIf(condition)) {
            listeners.forEach(Runnable::run);
        }
    }

    /** Returns true if a WTP has refused the lease of a virtual station. */
    public boolean isRefused(final Mac station, final Mac wtp) {
        return refusals.containsKey(new Refused(station, wtp));
    }

    /** Returns the reasons of the WTPs that have refused the lease of a virtual station, by WTP. */
    public Map<Mac, String> of(final Mac station) {
        final Map<Mac, String> reasons = new TreeMap<>();
        refusals.forEach((key, refusal) -> {
            if (key.station().equals(station)) {
                reasons.put(key.wtp(), refusal.text());
            }
        });
        return reasons;
    }

    /** Registers a listener for new and forgotten refusals. */
    public Registration listen(final Runnable changed) {
        listeners.add(changed);
        return () -> listeners.remove(changed);
    }
}
