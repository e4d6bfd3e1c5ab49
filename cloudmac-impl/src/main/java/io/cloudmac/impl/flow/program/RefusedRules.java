// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.flow.program;

import io.cloudmac.impl.flow.FlowStatus;
import io.cloudmac.impl.flow.model.Rule;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
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

    /** When a rule began to be missing at every read-back, by node id; on the clock of the event loop, ns. */
    private final Map<String, Map<Rule, Long>> missing = new HashMap<>();

    /** Updates the list with the rules that a switch lacks now. */
    void observe(final String node, final Collection<FlowStatus> lacking, final long nanoTime) {
        if (lacking.isEmpty()) {
            missing.remove(node);
            return;
        }
        final Map<Rule, Long> since = missing.computeIfAbsent(node, first -> new HashMap<>());
        since.keySet().retainAll(lacking.stream().map(FlowStatus::rule).collect(Collectors.toSet()));
        lacking.forEach(flow -> since.putIfAbsent(flow.rule(), nanoTime));
    }

    /** Returns true if a rule has been missing for longer than {@link #REFUSED_AFTER}. */
    boolean contains(final FlowStatus flow, final long nanoTime) {
        final Long since = missing.getOrDefault(flow.node(), Map.of()).get(flow.rule());
        return since != null && nanoTime - since > REFUSED_AFTER.toNanos();
    }
}
