// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.flow;

import com.google.common.util.concurrent.FluentFuture;
import com.google.common.util.concurrent.Futures;
import com.google.common.util.concurrent.MoreExecutors;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BiPredicate;
import java.util.stream.Collectors;
import org.opendaylight.mdsal.binding.api.DataBroker;
import org.opendaylight.mdsal.binding.api.WriteTransaction;
import org.opendaylight.mdsal.common.api.CommitInfo;
import org.opendaylight.mdsal.common.api.LogicalDatastoreType;
import org.opendaylight.yang.gen.v1.urn.opendaylight.flow.inventory.rev130819.FlowCapableNode;
import org.opendaylight.yang.gen.v1.urn.opendaylight.flow.inventory.rev130819.FlowId;
import org.opendaylight.yang.gen.v1.urn.opendaylight.flow.inventory.rev130819.tables.Table;
import org.opendaylight.yang.gen.v1.urn.opendaylight.flow.inventory.rev130819.tables.TableKey;
import org.opendaylight.yang.gen.v1.urn.opendaylight.flow.inventory.rev130819.tables.table.FlowBuilder;
import org.opendaylight.yang.gen.v1.urn.opendaylight.flow.inventory.rev130819.tables.table.FlowKey;
import org.opendaylight.yang.gen.v1.urn.opendaylight.inventory.rev130819.Nodes;
import org.opendaylight.yang.gen.v1.urn.opendaylight.inventory.rev130819.nodes.Node;
import org.opendaylight.yangtools.yang.binding.InstanceIdentifier;
import org.opendaylight.yangtools.yang.common.Uint16;
import org.opendaylight.yangtools.yang.common.Uint8;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the flows in the configuration datastore equal to the planned flow rules. The forwarding-rules manager of
 * OpenDaylight installs them in the switches, also after a reconnect. Only differences are written, and new rules
 * before old ones are deleted, so that every frame has a rule at any time. Use it on the event loop, one write at a
 * time.
 */
final class FlowWriter {
    private static final Logger LOG = LoggerFactory.getLogger(FlowWriter.class);
    private static final long READ_TIMEOUT_S = 60;

    /**
     * A flow rule as it was written.
     *
     * @param table its table
     * @param text its actions; empty: unknown
     */
    private record Written(int table, String text) {
    }

    private final DataBroker broker;
    private final BiPredicate<String, Integer> foreign;
    /** The written rules by node id and rule id. */
    private final Map<String, Map<String, Written>> written = new HashMap<>();
    /** The rules that the last transaction deleted, by node id and rule id. */
    private final Map<String, Map<String, Written>> deleted = new HashMap<>();
    /** The numbers of the meters that this object has written, by node id. */
    private final Map<String, Set<Integer>> writtenMeters = new HashMap<>();
    /** The numbers of all meters in the datastore, also those of an earlier run, by node id. */
    private final Map<String, Set<Integer>> meters = new HashMap<>();

    /**
     * Starts with the rules that an earlier run of the controller has left in the datastore.
     *
     * @param foreign returns true if the meter with a number at a node belongs to another
     * @throws IllegalStateException if the datastore does not answer
     */
    FlowWriter(final DataBroker broker, final BiPredicate<String, Integer> foreign) {
        this.broker = broker;
        this.foreign = foreign;
        try (var tx = broker.newReadOnlyTransaction()) {
            tx.read(LogicalDatastoreType.CONFIGURATION, InstanceIdentifier.create(Nodes.class))
                .get(READ_TIMEOUT_S, TimeUnit.SECONDS)
                .ifPresent(nodes -> nodes.nonnullNode().values().forEach(this::restore));
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while reading the flows", e);
        } catch (final ExecutionException | TimeoutException e) {
            throw new IllegalStateException("cannot read the flows", e);
        }
    }

    private void restore(final Node node) {
        final String id = node.getId().getValue();
        final FlowCapableNode capable = node.augmentation(FlowCapableNode.class);
        if (capable == null) {
            return;
        }
        for (final int number : InventoryPaths.TABLES) {
            final Table table = capable.nonnullTable().get(new TableKey(Uint8.valueOf(number)));
            if (table != null) {
                table.nonnullFlow().values().stream()
                    .filter(flow -> Rule.isOurs(flow.getId().getValue()))
                    .forEach(flow -> written.computeIfAbsent(id, key -> new HashMap<>())
                        .put(flow.getId().getValue(),
                            new Written(number, FlowCodec.actionsText(id, flow.getInstructions()))));
            }
        }
        capable.nonnullMeter().values().stream().filter(MeterCodec::isOurs)
            .forEach(meter -> metersOf(id).add(meter.getMeterId().getValue().intValue()));
        LOG.info("{}: {} flow rules of CloudMAC are configured", id, written.getOrDefault(id, Map.of()).size());
    }

    /** Writes the differences to a plan. A switch that the plan does not name keeps its rules. */
    FluentFuture<?> write(final Map<String, Map<String, Rule>> plan) {
        final WriteTransaction meterPuts = broker.newWriteOnlyTransaction();
        final WriteTransaction puts = broker.newWriteOnlyTransaction();
        final WriteTransaction deletes = broker.newWriteOnlyTransaction();
        int added = 0;
        int removed = 0;
        deleted.clear();
        for (final var entry : plan.entrySet()) {
            final String node = entry.getKey();
            final Set<Integer> plannedMeters = entry.getValue().values().stream().map(Rule::meter)
                .filter(number -> number != 0).collect(Collectors.toSet());
            putMeters(meterPuts, node, plannedMeters);
            final Map<String, Written> before = written.computeIfAbsent(node, key -> new HashMap<>());
            for (final Rule rule : entry.getValue().values()) {
                final Written now = new Written(rule.table(), rule.actionsText());
                if (!now.equals(before.put(rule.id(), now))) {
                    put(puts, node, rule);
                    added++;
                }
            }
            for (final String id : Set.copyOf(before.keySet())) {
                if (!entry.getValue().containsKey(id)) {
                    final Written rule = before.remove(id);
                    deletes.delete(LogicalDatastoreType.CONFIGURATION, InventoryPaths.flow(node, rule.table(), id));
                    deleted.computeIfAbsent(node, key -> new HashMap<>()).put(id, rule);
                    removed++;
                }
            }
            deleteMeters(deletes, node, plannedMeters);
        }
        if (added + removed > 0) {
            LOG.info("Flow rules: {} written, {} deleted", added, removed);
        }
        final FluentFuture<? extends CommitInfo> first = meterPuts.commit();
        return first
            .transformAsync(done -> puts.commit(), MoreExecutors.directExecutor())
            .transformAsync(done -> deletes.commit(), MoreExecutors.directExecutor())
            .catchingAsync(Exception.class, e -> {
                puts.cancel();
                deletes.cancel();
                return Futures.immediateFailedFuture(e);
            }, MoreExecutors.directExecutor());
    }

    /**
     * Forgets what was written, so that the next write repeats all writes and deletions. Call it after a failed
     * transaction, whose effect is unknown.
     */
    void forget() {
        deleted.forEach((node, rules) -> rules.forEach(written.get(node)::putIfAbsent));
        written.values().forEach(rules -> rules.replaceAll((id, rule) -> new Written(rule.table(), "")));
        writtenMeters.clear();
    }

    private void putMeters(final WriteTransaction tx, final String node, final Set<Integer> plannedMeters) {
        final Set<Integer> put = writtenMeters.computeIfAbsent(node, key -> new HashSet<>());
        plannedMeters.stream().filter(put::add)
            .forEach(number -> tx.mergeParentStructurePut(LogicalDatastoreType.CONFIGURATION,
                InventoryPaths.meter(node, number), MeterCodec.meter(number)));
        metersOf(node).addAll(plannedMeters);
    }

    /**
     * Deletes meters that no rule names. After a failed transaction, one can stay until the next start. The number of a
     * foreign meter stays: with it, the forwarding-rules manager would delete the meter from the switch.
     */
    private void deleteMeters(final WriteTransaction tx, final String node, final Set<Integer> plannedMeters) {
        metersOf(node).removeIf(number -> {
            if (plannedMeters.contains(number) || foreign.test(node, number)) {
                return false;
            }
            tx.delete(LogicalDatastoreType.CONFIGURATION, InventoryPaths.meter(node, number));
            writtenMeters.get(node).remove(number);
            return true;
        });
    }

    private Set<Integer> metersOf(final String node) {
        return meters.computeIfAbsent(node, key -> new HashSet<>());
    }

    private static void put(final WriteTransaction tx, final String node, final Rule rule) {
        tx.mergeParentStructurePut(LogicalDatastoreType.CONFIGURATION,
            InventoryPaths.flow(node, rule.table(), rule.id()),
            new FlowBuilder()
                .withKey(new FlowKey(new FlowId(rule.id())))
                .setTableId(Uint8.valueOf(rule.table()))
                .setPriority(Uint16.valueOf(rule.priority()))
                .setCookie(FlowCodec.cookie(rule))
                .setMatch(FlowCodec.match(rule.match()))
                .setInstructions(FlowCodec.instructions(rule))
                .setIdleTimeout(Uint16.ZERO)
                .setHardTimeout(Uint16.ZERO)
                .build());
    }
}
