// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.flow;

import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Keeps the flow rules that a switch refuses again and again. The controller still sends them, but waits for none of
 * them: otherwise one refused rule at one switch would fail every handover. Use it on the event loop.
 */
final class RefusedRules {
    /**
     * Time after which a missing rule counts as refused. It is longer than the limit of {@link Confirmations}, so that
     * a handover always waits for its own rules.
     */
    static final Duration REFUSED_AFTER = Duration.ofSeconds(10);

    private record Key(String node, Rule rule) {
    }

    /** When a rule began to be missing at every read-back, on the clock of the event loop, ns. */
    private final Map<Key, Long> missing = new HashMap<>();

    /** Updates the list with the present state of all rules. */
    void observe(final Collection<FlowStatus> status, final long nanoTime) {
        final Set<Key> now = status.stream()
            .filter(flow -> flow.state() == FlowStatus.RuleState.MISSING)
            .map(flow -> new Key(flow.node(), flow.rule()))
            .collect(Collectors.toSet());
        missing.keySet().retainAll(now);
        now.forEach(key -> missing.putIfAbsent(key, nanoTime));
    }

    /** Returns true if a rule has been missing for longer than {@link #REFUSED_AFTER}. */
    boolean contains(final FlowStatus flow, final long nanoTime) {
        final Long since = missing.get(new Key(flow.node(), flow.rule()));
        return since != null && nanoTime - since > REFUSED_AFTER.toNanos();
    }
}
