// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.flow.program;

import java.util.HashMap;
import java.util.Map;

/**
 * Remembers when each rule was last sent to a switch, or deleted there. A moment is a number of commands, not a time. A
 * switch handles messages in order, so a table that was requested before a command does not show its effect. Pure.
 */
final class SentRules {
    /** The moment at which each rule was sent last, by node id and cookie. */
    private final Map<String, Map<Long, Long>> sent = new HashMap<>();
    private long moments;

    /** Records that a rule is sent to a switch, or deleted there. */
    void onSent(final String node, final long cookie) {
        moments++;
        sent.computeIfAbsent(node, key -> new HashMap<>()).put(cookie, moments);
    }

    /** Returns the present moment. */
    long now() {
        return moments;
    }

    /** Returns true if a rule was sent to a switch, or deleted there, after a moment. */
    boolean isAfter(final String node, final long cookie, final long moment) {
        return sent.getOrDefault(node, Map.of()).getOrDefault(cookie, 0L) > moment;
    }

    /** Forgets what was sent to a switch until a moment: it has answered a later request. */
    void forget(final String node, final long moment) {
        sent.computeIfPresent(node, (key, rules) -> {
            rules.values().removeIf(at -> at <= moment);
            return rules.isEmpty() ? null : rules;
        });
    }

    /** Forgets all that was sent to a switch: its session has ended. */
    void forget(final String node) {
        sent.remove(node);
    }
}
