// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.qos;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.opendaylight.yang.gen.v1.urn.cloudmac.qos.rev261121.CodelParameters;
import org.opendaylight.yang.gen.v1.urn.cloudmac.qos.rev261121.QosParameters;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.QosType;
import org.opendaylight.yangtools.yang.common.Uint32;

/** What a policy must obey beyond its types and ranges. Each violation is a sentence for the operator. */
final class PolicyRules {
    private static final long DEFAULT_TARGET_US = 5_000;
    private static final long DEFAULT_INTERVAL_US = 100_000;

    private PolicyRules() {
    }

    /** Checks a policy by itself: its parameters, and its rates against the link rate if it names one. */
    static List<String> violations(final QosParameters policy) {
        final List<String> violations = new ArrayList<>();
        if (policy.getType() == QosType.Htb) {
            checkHtb(HtbPolicy.of(policy), violations);
            if (policy.getLinkRate() != null) {
                violations.addAll(ratesOn(policy, policy.getLinkRate().getValue().longValue()));
            }
        } else if (policy.getType() == QosType.Codel) {
            checkCodel(policy.getCodel(), violations);
        } else if (policy.getType() == QosType.FqCodel) {
            checkCodel(policy.getFqCodel(), violations);
            if (policy.getFqCodel() != null && policy.getFqCodel().getEcn() != null) {
                violations.add("fq-codel/ecn cannot be set: this Open vSwitch has no option for it");
            }
        }
        return violations;
    }

    /**
     * Checks a policy's rates against a port.
     *
     * @param port the port's id, for the text
     * @param speed what the port reports, bit/s; 0: nothing
     */
    static List<String> violationsAt(final QosParameters policy, final String port, final long speed) {
        if (speed == 0) {
            return List.of();
        }
        if (policy.getLinkRate() != null) {
            final long rate = policy.getLinkRate().getValue().longValue();
            return rate <= speed ? List.of() : List.of("link-rate " + Rates.text(rate) + " is above the speed of port "
                + port + ", " + Rates.text(speed));
        }
        return policy.getType() != QosType.Htb ? List.of()
            : ratesOn(policy, speed).stream().map(text -> text + " (port " + port + ")").toList();
    }

    /** Checks the rates of an HTB policy's classes against the link's, bit/s. */
    static List<String> ratesOn(final QosParameters policy, final long linkRate) {
        final List<String> violations = new ArrayList<>();
        long sum = 0;
        for (final HtbClass each : HtbPolicy.of(policy).classes(linkRate)) {
            sum += each.minRate();
            if (each.maxRate() > linkRate) {
                violations.add("max-rate " + Rates.text(each.maxRate()) + " of queue " + each.queue()
                    + " is above the link's rate, " + Rates.text(linkRate));
            }
        }
        if (sum > linkRate) {
            violations.add("the min-rates of all queues are " + Rates.text(sum)
                + " together, more than the link's rate, " + Rates.text(linkRate));
        }
        return violations;
    }

    private static void checkHtb(final HtbPolicy htb, final List<String> violations) {
        if (htb.defaultQueue() != HtbPolicy.REST) {
            violations.add("htb/default-queue must be 0: that is where Open vSwitch puts what has no queue");
        }
        final Map<Integer, HtbClass> classes = htb.classes(0).stream()
            .collect(Collectors.toMap(HtbClass::queue, each -> each, (one, other) -> one, TreeMap::new));
        if (!classes.containsKey(HtbPolicy.REST)) {
            violations.add("htb has no class for queue 0, the traffic that is not CloudMAC's");
        }
        if (classes.size() < 2) {
            violations.add("htb needs at least two classes, one of them for CloudMAC");
        }
        for (final HtbClass each : classes.values()) {
            if (each.maxRate() != 0 && each.minRate() > each.maxRate()) {
                violations.add("min-rate " + Rates.text(each.minRate()) + " of queue " + each.queue()
                    + " is above its max-rate, " + Rates.text(each.maxRate()));
            }
        }
        checkQueues(htb.userPriorities(), classes.keySet(), violations);
    }

    private static void checkQueues(final Map<Integer, Integer> priorities, final Set<Integer> queues,
            final List<String> violations) {
        new TreeMap<>(priorities).forEach((priority, queue) -> {
            if (!queues.contains(queue)) {
                violations.add("user-priority " + priority + " is to use queue " + queue + ", which is none of "
                    + queues);
            }
        });
    }

    private static void checkCodel(final CodelParameters codel, final List<String> violations) {
        if (codel != null) {
            final long target = value(codel.getTarget(), DEFAULT_TARGET_US);
            final long interval = value(codel.getInterval(), DEFAULT_INTERVAL_US);
            if (target > interval) {
                violations.add("target " + target + " us is longer than the interval, " + interval + " us");
            }
        }
    }

    private static long value(final Uint32 value, final long otherwise) {
        return value == null ? otherwise : value.toJava();
    }
}
