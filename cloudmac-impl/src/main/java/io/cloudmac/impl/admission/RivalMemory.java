// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.admission;

import io.cloudmac.impl.discovery.VapHostDirectory.RivalClaim;
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
    private final Map<RivalClaim, Long> rememberedUntilNanos = new HashMap<>();

    /**
     * Remembers the present claims.
     *
     * @param nowNanos time of the event loop, ns
     * @return those that are new
     */
    List<RivalClaim> update(final Set<RivalClaim> present, final long nowNanos) {
        rememberedUntilNanos.values().removeIf(untilNanos -> untilNanos - nowNanos <= 0);
        final List<RivalClaim> fresh =
            present.stream().filter(claim -> !rememberedUntilNanos.containsKey(claim)).toList();
        present.forEach(claim -> rememberedUntilNanos.put(claim, nowNanos + KEPT.toNanos()));
        return fresh;
    }
}
