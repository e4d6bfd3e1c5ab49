// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.qos;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import org.opendaylight.yang.gen.v1.urn.cloudmac.qos.rev261121.UserPriorities;

/**
 * Which queue takes CloudMAC's frames.
 *
 * @param listed queue by user priority, where the policy says it
 * @param otherwise the queue of all other user priorities; empty: none
 */
record QueueChoice(Map<Integer, Integer> listed, OptionalInt otherwise) {
    /** Reads what a strategy's container says; it may be null. */
    static QueueChoice of(final UserPriorities configured, final OptionalInt otherwise) {
        final Map<Integer, Integer> listed = new TreeMap<>();
        if (configured != null) {
            configured.nonnullUserPriority().values().forEach(each -> listed.put(
                (int) each.requirePriority().getValue().toJava(), each.requireQueue().getValue().toJava()));
        }
        return new QueueChoice(listed, otherwise);
    }

    OptionalInt queue(final int userPriority) {
        final Integer queue = listed.get(userPriority);
        return queue == null ? otherwise : OptionalInt.of(queue);
    }

    /** Returns which user priorities are to use a queue that there is not. */
    List<String> violations(final Set<Integer> queues) {
        final List<String> violations = new ArrayList<>();
        listed.forEach((priority, queue) -> {
            if (!queues.contains(queue)) {
                violations.add("user-priority " + priority + " is to use queue " + queue + ", which is none of "
                    + queues);
            }
        });
        return violations;
    }
}
