// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.qos;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.opendaylight.yang.gen.v1.urn.cloudmac.qos.rev261121.QosParameters;
import org.opendaylight.yang.gen.v1.urn.cloudmac.qos.rev261121.qos.parameters.Htb;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.BitRate;

/**
 * The classes of an HTB policy and who uses them.
 *
 * @param classes as configured; none: the default ones
 * @param userPriorities configured queue by user priority
 * @param defaultQueue the class of what is not CloudMAC's
 */
record HtbPolicy(List<HtbClass> classes, Map<Integer, Integer> userPriorities, int defaultQueue) {
    /** Where Open vSwitch puts what no flow gave a queue. */
    static final int REST = 0;
    static final int CLOUDMAC = 1;

    private static final long REST_SHARE = 10;
    private static final long CLOUDMAC_SHARE = 2;

    static HtbPolicy of(final QosParameters policy) {
        final List<HtbClass> classes = new ArrayList<>();
        final Map<Integer, Integer> priorities = new HashMap<>();
        int defaultQueue = REST;
        final Htb htb = policy.getHtb();
        if (htb != null) {
            for (final var each : htb.nonnullXmlClass().values()) {
                classes.add(new HtbClass(each.requireQueue().getValue().toJava(), rate(each.getMinRate()),
                    rate(each.getMaxRate()), each.getPriority() == null ? 0 : each.getPriority().toJava(),
                    each.getBurst() == null ? 0 : each.getBurst().toJava()));
            }
            htb.nonnullUserPriority().values().forEach(each ->
                priorities.put((int) each.requirePriority().getValue().toJava(),
                    each.requireQueue().getValue().toJava()));
            defaultQueue = htb.getDefaultQueue() == null ? REST : htb.getDefaultQueue().getValue().toJava();
        }
        return new HtbPolicy(List.copyOf(classes), Map.copyOf(priorities), defaultQueue);
    }

    /** Returns the classes with the rates that they have on a link. */
    List<HtbClass> classes(final long linkRate) {
        return !classes.isEmpty() ? classes : List.of(
            new HtbClass(REST, linkRate / REST_SHARE, 0, 1, 0),
            new HtbClass(CLOUDMAC, linkRate / CLOUDMAC_SHARE, 0, 0, 0));
    }

    /** Returns the queue for CloudMAC frames of a user priority. */
    int queue(final int userPriority) {
        final Integer configured = userPriorities.get(userPriority);
        if (configured != null) {
            return configured;
        }
        return classes.stream().min(Comparator.comparingInt(HtbClass::priority)
            .thenComparing(HtbClass::queue, Comparator.reverseOrder())).map(HtbClass::queue).orElse(CLOUDMAC);
    }

    private static long rate(final BitRate rate) {
        return rate == null ? 0 : rate.getValue().longValue();
    }
}
