// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.flow.program;

import com.google.common.util.concurrent.FutureCallback;
import com.google.common.util.concurrent.Futures;
import io.cloudmac.impl.core.EventLoop;
import io.cloudmac.impl.flow.model.Rule;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Function;
import org.opendaylight.mdsal.binding.api.DataBroker;
import org.opendaylight.mdsal.common.api.LogicalDatastoreType;
import org.opendaylight.yang.gen.v1.urn.opendaylight.flow.inventory.rev130819.meters.Meter;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds meters that others have added to a switch under a number of CloudMAC, and chooses other numbers there. A switch
 * refuses to add a meter whose number is in use, and then limits the frames of CloudMAC's rules as the foreign meter
 * says. The OpenFlow plugin polls the meters of each switch every three seconds. Each number is compared several times
 * after it is planned, as the first times may show the meter that had it before. Use it on the event loop.
 */
final class ForeignMeters {
    private static final Logger LOG = LoggerFactory.getLogger(ForeignMeters.class);

    /** How often a meter must be found equal before it counts as CloudMAC's: longer than the plugin polls. */
    static final int COMPARISONS = 4;

    private final DataBroker broker;
    private final EventLoop loop;
    private final Consumer<String> onFound;
    /** How often each planned number was found to be CloudMAC's, by node id. */
    private final Map<String, Map<Integer, Integer>> equal = new HashMap<>();
    /** The numbers that belong to others, by node id. Kept until the controller ends, read by any thread. */
    private final Map<String, Set<Integer>> foreign = new ConcurrentHashMap<>();

    /** Starts without foreign meters. Calls {@code onFound} with the node id of a switch where one was found. */
    ForeignMeters(final DataBroker broker, final EventLoop loop, final Consumer<String> onFound) {
        this.broker = broker;
        this.loop = loop;
        this.onFound = onFound;
    }

    /** Returns true if a meter of a switch is known to belong to another. */
    boolean contains(final String node, final int number) {
        return foreign.getOrDefault(node, Set.of()).contains(number);
    }

    /** Records that no rule of a switch uses some meters any more: a later one with such a number is compared again. */
    void onEnded(final String node, final Set<Integer> numbers) {
        equal.getOrDefault(node, new HashMap<>()).keySet().removeAll(numbers);
    }

    /**
     * Returns the rule. If its meter's number belongs to another controller, the rule has the first free alternative.
     */
    Rule avoid(final String node, final Rule rule) {
        return contains(node, rule.meter())
            ? new Rule(rule.table(), rule.priority(), rule.match(), free(node, rule.meter()), rule.actions()) : rule;
    }

    private int free(final String node, final int number) {
        return io.cloudmac.impl.flow.model.Meter.alternatives(number)
            .filter(other -> !contains(node, other))
            .findFirst().orElse(number);
    }

    /**
     * Compares the meters of planned rules at connected switches with those that the switches have reported.
     *
     * @param planned returns the numbers of the meters that the rules of a switch use
     */
    void check(final Function<String, Set<Integer>> planned, final Set<String> connected) {
        equal.keySet().retainAll(connected);
        for (final String node : connected) {
            final Map<Integer, Integer> found = equal.computeIfAbsent(node, key -> new HashMap<>());
            planned.apply(node).stream()
                .filter(number -> found.getOrDefault(number, 0) < COMPARISONS && !contains(node, number))
                .forEach(number -> check(node, number));
        }
    }

    private void check(final String node, final int number) {
        read(node, number, reported -> compare(node, number, reported));
    }

    /** Runs a task if a switch has reported a meter with a number as CloudMAC would add it. */
    void ifOwn(final String node, final int number, final Runnable task) {
        read(node, number, reported -> {
            if (MeterCodec.equals(MeterCodec.meter(number), reported)) {
                task.run();
            }
        });
    }

    private void read(final String node, final int number, final Consumer<Meter> found) {
        final var tx = broker.newReadOnlyTransaction();
        final var reported = tx.read(LogicalDatastoreType.OPERATIONAL, InventoryPaths.meter(node, number));
        Futures.addCallback(reported, new FutureCallback<Optional<Meter>>() {
            @Override
            public void onSuccess(final Optional<Meter> meter) {
                tx.close();
                meter.filter(each -> each.getMeterBandHeaders() != null).ifPresent(found);
            }

            @Override
            public void onFailure(final Throwable cause) {
                tx.close();
                LOG.debug("Cannot read meter {} of {}", number, node, cause);
            }
        }, loop);
    }

    private void compare(final String node, final int number, final Meter reported) {
        if (MeterCodec.equals(MeterCodec.meter(number), reported)) {
            equal.computeIfAbsent(node, key -> new HashMap<>()).merge(number, 1, Integer::sum);
        } else if (foreign.computeIfAbsent(node, key -> ConcurrentHashMap.newKeySet()).add(number)) {
            final int other = free(node, number);
            if (contains(node, other)) {
                LOG.warn("{}: meter {} is not CloudMAC's, nor any other that it could use: its rules use this one",
                    node, number);
            } else {
                LOG.warn("{}: meter {} is not CloudMAC's, which uses {} instead", node, number, other);
            }
            onFound.accept(node);
        }
    }
}
