// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.state.network;

import io.cloudmac.impl.alarms.AlarmBoard;
import io.cloudmac.impl.alarms.AlarmType;
import io.cloudmac.impl.core.EventLoop;
import io.cloudmac.impl.flow.FlowStatus;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;

/** Raises alarms about switches that lack or refuse rules for some time. Runs on the event loop. */
final class SwitchWatch {
    /** A switch that has just connected, or got new rules, lacks some for a moment. */
    static final Duration PATIENCE = Duration.ofSeconds(10);

    /** Since when each switch has diverged without an alarm, ns. */
    private final Map<String, Long> sinceNanos = new HashMap<>();
    private final AlarmBoard alarms;
    private final EventLoop loop;

    SwitchWatch(final AlarmBoard alarms, final EventLoop loop) {
        this.alarms = alarms;
        this.loop = loop;
    }

    /** Takes the planned rules of a switch and their states; none: the switch is not used any more. */
    void update(final String node, final Collection<FlowStatus> rules) {
        if (rules.stream().anyMatch(SwitchWatch::isDiverged)) {
            sinceNanos.putIfAbsent(node, loop.nanoTime());
        } else {
            sinceNanos.remove(node);
            alarms.clear(AlarmType.SWITCH_DIVERGED, resource(node));
        }
    }

    private static boolean isDiverged(final FlowStatus rule) {
        return rule.state() == FlowStatus.RuleState.MISSING || !rule.problem().isEmpty();
    }

    /** Raises the alarms that are due. The cost grows with the number of switches that have diverged. */
    void check() {
        for (final Iterator<Map.Entry<String, Long>> each = sinceNanos.entrySet().iterator(); each.hasNext();) {
            final Map.Entry<String, Long> entry = each.next();
            if (loop.nanoTime() - entry.getValue() >= PATIENCE.toNanos()) {
                alarms.raise(AlarmType.SWITCH_DIVERGED, resource(entry.getKey()),
                    "it lacks or refuses flow rules: state flows/switch says which, and why");
            }
        }
    }

    private static String resource(final String node) {
        return "switch/" + node;
    }
}
