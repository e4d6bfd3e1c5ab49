// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.discovery;

import io.cloudmac.impl.discovery.HostedVaps.RivalClaim;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Remembers rival claims for a while after their end, so that one that comes and goes is reported once. It holds only
 * VAPs that belong to other hosts, so the limit of those bounds it.
 */
final class RivalMemory {
    static final Duration KEPT = Duration.ofMinutes(1);

    /** The time until which each claim is remembered, ns. */
    private final Map<RivalClaim, Long> remembered = new HashMap<>();

    /**
     * Remembers the present claims.
     *
     * @param now time of the event loop, ns
     * @return those that are new
     */
    List<RivalClaim> update(final Set<RivalClaim> present, final long now) {
        remembered.values().removeIf(until -> until - now <= 0);
        final List<RivalClaim> fresh = present.stream().filter(claim -> !remembered.containsKey(claim)).toList();
        present.forEach(claim -> remembered.put(claim, now + KEPT.toNanos()));
        return fresh;
    }
}
