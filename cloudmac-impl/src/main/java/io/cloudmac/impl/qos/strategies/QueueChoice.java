// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.qos.strategies;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import org.opendaylight.yang.gen.v1.urn.cloudmac.qos.rev261121.UserPriorities;

/**
 * The queues of a port for CloudMAC frames.
 *
 * @param configuredQueues the queues that the policy sets, by user priority
 * @param fallbackQueue the queue of all other user priorities; empty if there is none
 */
record QueueChoice(Map<Integer, Integer> configuredQueues, OptionalInt fallbackQueue) {
    /** Reads the container of a strategy, which may be null. */
    static QueueChoice of(final UserPriorities configured, final OptionalInt fallbackQueue) {
        final Map<Integer, Integer> configuredQueues = new TreeMap<>();
        if (configured != null) {
            configured.nonnullUserPriority().values().forEach(each -> configuredQueues.put(
                (int) each.requirePriority().getValue().toJava(), each.requireQueue().getValue().toJava()));
        }
        return new QueueChoice(configuredQueues, fallbackQueue);
    }

    /** Returns the queue of a user priority, 0 to 7. */
    OptionalInt queue(final int userPriority) {
        final Integer queue = configuredQueues.get(userPriority);
        return queue == null ? fallbackQueue : OptionalInt.of(queue);
    }

    /** Returns a sentence for each user priority whose queue does not exist. */
    List<String> violations(final Set<Integer> queues) {
        final List<String> violations = new ArrayList<>();
        configuredQueues.forEach((priority, queue) -> {
            if (!queues.contains(queue)) {
                violations.add("user-priority " + priority + " uses queue " + queue + ", which is not one of "
                    + queues);
            }
        });
        return violations;
    }
}
