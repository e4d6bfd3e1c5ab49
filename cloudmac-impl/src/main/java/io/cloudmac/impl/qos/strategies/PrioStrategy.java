// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.qos.strategies;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.opendaylight.yang.gen.v1.urn.cloudmac.qos.rev261121.qos.parameters.Prio;

/**
 * The strategy {@code prio}: bands in strict priority, with CloudMAC frames in the first one by default.
 *
 * @param bands the number of bands
 * @param defaultBand the band of all other traffic
 * @param leaves the leaf qdiscs, by band; a band without one has a FIFO
 * @param choice the bands of CloudMAC frames
 */
record PrioStrategy(int bands, int defaultBand, SortedMap<Integer, Leaf> leaves, QueueChoice choice)
        implements Strategy {
    private static final int DEFAULT_BANDS = 3;
    private static final int FIRST = 0;

    /** Returns the strategy of a configured container, which may be null. */
    static PrioStrategy of(final Prio prio) {
        final SortedMap<Integer, Leaf> leaves = new TreeMap<>();
        if (prio != null) {
            prio.nonnullBand().values().forEach(each -> Leaf.of(each).ifPresent(leaf ->
                leaves.put(each.requireQueue().getValue().toJava(), leaf)));
        }
        final int bands = prio == null || prio.getBands() == null ? DEFAULT_BANDS : prio.getBands().toJava();
        return new PrioStrategy(bands, prio == null || prio.getDefaultQueue() == null ? bands - 1
            : prio.getDefaultQueue().getValue().toJava(), leaves, QueueChoice.of(prio, OptionalInt.of(FIRST)));
    }

    @Override
    public Optional<PortQos> rows(final long linkRate) {
        final SortedMap<Integer, SortedMap<String, String>> queues = new TreeMap<>();
        IntStream.range(0, bands).forEach(band -> queues.put(band, new TreeMap<>()));
        leaves.forEach((band, leaf) -> leaf.addTo(queues.get(band)));
        return Optional.of(PortQos.of(PortQos.PRIO, Map.of("bands", Integer.toString(bands),
            "default-queue", Integer.toString(defaultBand)), queues));
    }

    @Override
    public OptionalInt queue(final int userPriority) {
        return choice.queue(userPriority);
    }

    @Override
    public List<String> violations() {
        final List<String> violations = new ArrayList<>();
        if (defaultBand >= bands) {
            violations.add("prio/default-queue " + defaultBand + " is not one of the " + bands + " bands, 0 to "
                + (bands - 1));
        }
        leaves.forEach((band, leaf) -> {
            if (band >= bands) {
                violations.add("prio/band " + band + " is not one of the " + bands + " bands, 0 to " + (bands - 1));
            }
            violations.addAll(QdiscRules.violations(band, Optional.of(leaf)));
        });
        violations.addAll(choice.violations(IntStream.range(0, bands).boxed()
            .collect(Collectors.toCollection(TreeSet::new))));
        return violations;
    }
}
