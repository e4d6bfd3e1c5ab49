// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.flow;

import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Rules that a switch does not take, however often they are sent. They are sent again all the same, but nobody waits
 * for them: one rule that is refused at one switch would else fail every handover. Used on the event loop.
 */
final class RefusedRules {
    /** More than {@link Confirmations} wait: what a handover brings about itself is never given up before it is. */
    static final Duration PATIENCE = Duration.ofSeconds(10);

    private record Key(String node, Rule rule) {
    }

    /** By rule that was missing whenever its switch was read back, since when, in the loop's ns. */
    private final Map<Key, Long> missing = new HashMap<>();

    /** Takes note of what is known of all rules now. */
    void observe(final Collection<FlowStatus> status, final long nanoTime) {
        final Set<Key> now = status.stream()
            .filter(flow -> flow.state() == FlowStatus.RuleState.MISSING)
            .map(flow -> new Key(flow.node(), flow.rule()))
            .collect(Collectors.toSet());
        missing.keySet().retainAll(now);
        now.forEach(key -> missing.putIfAbsent(key, nanoTime));
    }

    /** Whether a rule has been missing for too long to wait for it. */
    boolean contains(final FlowStatus flow, final long nanoTime) {
        final Long since = missing.get(new Key(flow.node(), flow.rule()));
        return since != null && nanoTime - since > PATIENCE.toNanos();
    }
}
