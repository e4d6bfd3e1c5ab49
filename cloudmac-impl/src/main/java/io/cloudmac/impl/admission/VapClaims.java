// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.admission;

import io.cloudmac.impl.discovery.VapHostDirectory;
import io.cloudmac.impl.wire.Mac;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Assigns each VAP that sessions name to one host: the first that names it. A VAP that its host no longer names waits
 * for the host for {@link #KEPT}. So no other host gets it while hostapd, the daemon or the controller restarts.
 *
 * <p>A host has at most {@link VapHostDirectory#MAX_VAPS_OF_HOST} VAPs, with those that wait for it. It keeps those
 * that it has. Of new ones, it gets those with the lowest BSSIDs.
 */
final class VapClaims {
    /** Longer than the greatest delay between two attempts to connect. */
    static final Duration KEPT = Duration.ofMinutes(1);

    /** After this time, the counters have shown a silence of ten seconds, if the VAP no longer sends. */
    static final Duration ENDED = Duration.ofSeconds(20);

    /**
     * The owner of a VAP. {@code untilNanos} is the end of the wait if its session does not name it now.
     * {@code ended}: its session named it before, and does not now.
     */
    private record Owner(String host, boolean open, long untilNanos, boolean ended) {
        static Owner open(final String host) {
            return new Owner(host, true, 0, false);
        }

        static Owner waiting(final String host, final long nowNanos) {
            return new Owner(host, false, nowNanos + KEPT.toNanos(), false);
        }

        static Owner ended(final String host, final long nowNanos) {
            return new Owner(host, false, nowNanos + KEPT.toNanos(), true);
        }

        boolean hasJustEnded(final long nowNanos) {
            return ended && untilNanos - nowNanos > KEPT.minus(ENDED).toNanos();
        }
    }

    /** The VAPs that open sessions name, in the order in which the sessions opened. */
    private final Map<String, SortedSet<Mac>> named = new LinkedHashMap<>();
    private final Map<Mac, Owner> owners = new HashMap<>();

    /**
     * Records the VAPs that an open session names.
     *
     * @param nowNanos time of the event loop, ns
     */
    void name(final String host, final Set<Mac> bssids, final long nowNanos) {
        named.put(host, new TreeSet<>(bssids));
        owners.replaceAll((bssid, owner) -> owner.open() && owner.host().equals(host) && !bssids.contains(bssid)
            ? Owner.ended(host, nowNanos) : owner);
        update(nowNanos);
    }

    /** Has a VAP wait for the host that it had before a restart of the controller, if the host has room for it. */
    void expect(final Mac bssid, final String host, final long nowNanos) {
        if (numbersOfVaps().getOrDefault(host, 0) < VapHostDirectory.MAX_VAPS_OF_HOST) {
            owners.putIfAbsent(bssid, Owner.waiting(host, nowNanos));
        }
    }

    private Map<String, Integer> numbersOfVaps() {
        final Map<String, Integer> numbers = new HashMap<>();
        owners.values().forEach(owner -> numbers.merge(owner.host(), 1, Integer::sum));
        return numbers;
    }

    /** Records the end of a session. */
    void close(final String host, final long nowNanos) {
        if (named.remove(host) != null) {
            owners.replaceAll((bssid, owner) -> owner.open() && owner.host().equals(host)
                ? Owner.waiting(host, nowNanos) : owner);
            owners.replaceAll((bssid, owner) -> owner.ended() && owner.host().equals(host)
                ? new Owner(host, false, owner.untilNanos(), false) : owner);
        }
    }

    /** Records that a host is no longer configured. */
    void remove(final String host, final long nowNanos) {
        named.remove(host);
        owners.values().removeIf(owner -> owner.host().equals(host));
        update(nowNanos);
    }

    /** Ends the waits whose time has passed. */
    void update(final long nowNanos) {
        owners.values().removeIf(owner -> !owner.open() && owner.untilNanos() - nowNanos <= 0);
        final Map<String, Integer> numbers = numbersOfVaps();
        named.forEach((host, bssids) -> bssids.forEach(bssid -> {
            final Owner owner = owners.get(bssid);
            if (owner == null && numbers.getOrDefault(host, 0) < VapHostDirectory.MAX_VAPS_OF_HOST) {
                numbers.merge(host, 1, Integer::sum);
                owners.put(bssid, Owner.open(host));
            } else if (owner != null && owner.host().equals(host)) {
                owners.put(bssid, Owner.open(host));
            }
        }));
    }

    /** Returns the host of each VAP whose host has an open session. */
    Map<Mac, String> hosts() {
        final Map<Mac, String> hosts = new HashMap<>();
        owners.forEach((bssid, owner) -> {
            if (owner.open()) {
                hosts.put(bssid, owner.host());
            }
        });
        return Map.copyOf(hosts);
    }

    /**
     * Returns the VAPs that an open session named within the last {@link #ENDED} and does not name now, and that no
     * other host names.
     *
     * @param nowNanos time of the event loop, ns
     */
    Set<Mac> ended(final long nowNanos) {
        return owners.entrySet().stream()
            .filter(each -> each.getValue().hasJustEnded(nowNanos)
                && named.values().stream().noneMatch(vaps -> vaps.contains(each.getKey())))
            .map(Map.Entry::getKey).collect(Collectors.toUnmodifiableSet());
    }

    /** Returns the hosts that name a VAP of another host, by BSSID. */
    Map<Mac, Set<String>> rivals() {
        final Map<Mac, Set<String>> rivals = new HashMap<>();
        named.forEach((host, bssids) -> bssids.stream()
            .filter(bssid -> owners.containsKey(bssid) && !owners.get(bssid).host().equals(host))
            .forEach(bssid -> rivals.computeIfAbsent(bssid, key -> new TreeSet<>()).add(host)));
        return Map.copyOf(rivals);
    }

    /** Returns how many VAPs each host names that it does not get because of its limit; only hosts with such VAPs. */
    Map<String, Integer> surplus() {
        final Map<String, Integer> surplus = new HashMap<>();
        named.forEach((host, bssids) -> bssids.stream().filter(bssid -> !owners.containsKey(bssid))
            .forEach(bssid -> surplus.merge(host, 1, Integer::sum)));
        return Map.copyOf(surplus);
    }

    /** Returns the host to which a VAP belongs, with an open session or not; null if there is none. */
    String owner(final Mac bssid) {
        final Owner owner = owners.get(bssid);
        return owner == null ? null : owner.host();
    }
}
