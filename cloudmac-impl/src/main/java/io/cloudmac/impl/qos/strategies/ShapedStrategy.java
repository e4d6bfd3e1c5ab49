// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.qos.strategies;

import io.cloudmac.impl.qos.strategies.Strategy.PolicyException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.LongFunction;
import java.util.stream.Stream;
import org.opendaylight.yang.gen.v1.urn.cloudmac.qos.rev261121.RatedClass;
import org.opendaylight.yang.gen.v1.urn.cloudmac.qos.rev261121.qos.parameters.Hfsc;
import org.opendaylight.yang.gen.v1.urn.cloudmac.qos.rev261121.qos.parameters.Htb;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.BitRate;

/**
 * A strategy with rated classes: {@code htb}, {@code hfsc} or {@code cloudmac}.
 *
 * @param type the type in Open vSwitch, {@code linux-htb}
 * @param classes returns the classes for a link rate in bit/s
 * @param defaultQueue the class of all other traffic
 * @param choice the classes of CloudMAC frames
 * @param framing how frames are counted
 */
record ShapedStrategy(String type, LongFunction<List<ShapedClass>> classes, int defaultQueue, QueueChoice choice,
        Framing framing) implements Strategy {
    /** The queue that Open vSwitch uses for frames without a set_queue action. */
    static final int DEFAULT_QUEUE = 0;
    static final int CLOUDMAC_QUEUE = 1;

    private static final long DEFAULT_DIVISOR = 10;
    private static final long CLOUDMAC_DIVISOR = 2;

    /** Returns the strategy of a configured HTB container, which may be null. */
    static ShapedStrategy htb(final Htb htb) {
        final List<ShapedClass> configured = htb == null ? List.of() : htb.nonnullXmlClass().values().stream()
            .map(each -> shaped(each, Optional.of(each.getPriority() == null ? 0 : (int) each.getPriority().toJava()),
                each.getBurst() == null ? 0 : each.getBurst().toJava())).toList();
        final LongFunction<List<ShapedClass>> classes = configured.isEmpty()
            ? rate -> defaults(rate, Optional.of(1), Optional.of(0)) : rate -> configured;
        return new ShapedStrategy(PortQos.HTB, classes,
            htb == null || htb.getDefaultQueue() == null ? DEFAULT_QUEUE : htb.getDefaultQueue().getValue().toJava(),
            QueueChoice.of(htb, mostUrgent(classes.apply(0))), Framing.of(htb));
    }

    /** Returns the strategy of a configured HFSC container, which may be null. */
    static ShapedStrategy hfsc(final Hfsc hfsc) {
        final List<ShapedClass> configured = hfsc == null ? List.of() : hfsc.nonnullXmlClass().values().stream()
            .map(each -> shaped(each, Optional.empty(), 0)).toList();
        final LongFunction<List<ShapedClass>> classes = configured.isEmpty()
            ? rate -> defaults(rate, Optional.empty(), Optional.empty()) : rate -> configured;
        return new ShapedStrategy(PortQos.HFSC, classes, DEFAULT_QUEUE,
            QueueChoice.of(hfsc, mostUrgent(classes.apply(0))), Framing.openVswitchDefault());
    }

    /**
     * Returns the strategy {@code cloudmac}.
     *
     * @param framing the framing of the link; {@link Framing#openVswitchDefault} if it is not known to be Ethernet
     */
    static ShapedStrategy cloudmac(final Framing framing) {
        return new ShapedStrategy(PortQos.HTB, CloudmacDefaults::classes, DEFAULT_QUEUE,
            QueueChoice.of(null, mostUrgent(CloudmacDefaults.classes(0))), framing);
    }

    @Override
    public Optional<PortQos> rows(final long linkRate) throws PolicyException {
        if (linkRate == 0) {
            throw new PolicyException("the port reports no speed: the policy needs a link-rate");
        }
        final List<String> violations = violationsOn(linkRate);
        if (!violations.isEmpty()) {
            throw new PolicyException(String.join("; ", violations));
        }
        final long rate = framing.shapingRate(linkRate);
        final SortedMap<Integer, Map<String, String>> queues = new TreeMap<>();
        classes.apply(rate).forEach(each -> queues.put(each.queue(), each.options(rate)));
        final SortedMap<String, String> options = framing.options(rate);
        options.put("max-rate", Long.toString(rate));
        return Optional.of(PortQos.of(type, options, queues));
    }

    @Override
    public OptionalInt queue(final int userPriority) {
        return choice.queue(userPriority);
    }

    @Override
    public List<String> violations() {
        final List<String> violations = new ArrayList<>();
        final String name = type.substring(PortQos.LINUX.length());
        if (defaultQueue != DEFAULT_QUEUE) {
            violations.add(name + "/default-queue must be 0, the queue of frames without a set_queue action");
        }
        final SortedMap<Integer, ShapedClass> byQueue = new TreeMap<>();
        classes.apply(0).forEach(each -> byQueue.put(each.queue(), each));
        if (!byQueue.containsKey(DEFAULT_QUEUE)) {
            violations.add(name + " has no class for queue 0, the traffic that is not CloudMAC's");
        }
        if (byQueue.size() < 2) {
            violations.add(name + " needs at least two classes, one of them for CloudMAC");
        }
        for (final ShapedClass each : byQueue.values()) {
            if (each.maxRate() != 0 && each.minRate() > each.maxRate()) {
                violations.add("min-rate " + Rates.text(each.minRate()) + " of queue " + each.queue()
                    + " is above its max-rate, " + Rates.text(each.maxRate()));
            }
            violations.addAll(QdiscRules.violations(each.queue(), each.leaf()));
        }
        violations.addAll(choice.violations(byQueue.keySet()));
        return violations;
    }

    @Override
    public List<String> violationsOn(final long linkRate) {
        final List<ShapedClass> all = classes.apply(linkRate);
        final Stream<String> tooFast = all.stream().filter(each -> each.maxRate() > linkRate).map(each ->
            "max-rate " + Rates.text(each.maxRate()) + " of queue " + each.queue() + " is above the link's rate, "
                + Rates.text(linkRate));
        final long sum = all.stream().mapToLong(ShapedClass::minRate).sum();
        return Stream.concat(tooFast, sum <= linkRate ? Stream.empty() : Stream.of(
            "the sum of all min-rates, " + Rates.text(sum) + ", is above the link's rate, "
                + Rates.text(linkRate))).toList();
    }

    private static List<ShapedClass> defaults(final long linkRate, final Optional<Integer> defaultPriority,
            final Optional<Integer> cloudmacPriority) {
        return List.of(
            new ShapedClass(DEFAULT_QUEUE, linkRate / DEFAULT_DIVISOR, 0, defaultPriority, 0, Optional.empty()),
            new ShapedClass(CLOUDMAC_QUEUE, linkRate / CLOUDMAC_DIVISOR, 0, cloudmacPriority, 0, Optional.empty()));
    }

    private static ShapedClass shaped(final RatedClass configured, final Optional<Integer> priority,
            final long burst) {
        return new ShapedClass(configured.requireQueue().getValue().toJava(), rate(configured.getMinRate()),
            rate(configured.getMaxRate()), priority, burst, Leaf.of(configured));
    }

    private static OptionalInt mostUrgent(final List<ShapedClass> classes) {
        return classes.stream().min(Comparator.comparingInt((ShapedClass each) -> each.priority().orElse(0))
            .thenComparing(ShapedClass::queue, Comparator.reverseOrder())).map(ShapedClass::queue)
            .map(OptionalInt::of).orElse(OptionalInt.empty());
    }

    private static long rate(final BitRate rate) {
        return rate == null ? 0 : rate.getValue().longValue();
    }
}
