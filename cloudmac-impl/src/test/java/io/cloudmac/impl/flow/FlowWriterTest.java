// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.flow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.cloudmac.impl.core.FlakyBroker;
import io.cloudmac.impl.openflow.FlowTables;
import io.cloudmac.impl.topology.PortId;
import io.cloudmac.impl.wire.Mac;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiPredicate;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.opendaylight.mdsal.binding.api.DataTreeIdentifier;
import org.opendaylight.mdsal.binding.dom.adapter.test.AbstractConcurrentDataBrokerTest;
import org.opendaylight.mdsal.common.api.LogicalDatastoreType;
import org.opendaylight.yang.gen.v1.urn.opendaylight.flow.inventory.rev130819.FlowCapableNode;
import org.opendaylight.yang.gen.v1.urn.opendaylight.flow.inventory.rev130819.meters.MeterBuilder;
import org.opendaylight.yang.gen.v1.urn.opendaylight.flow.inventory.rev130819.meters.MeterKey;
import org.opendaylight.yang.gen.v1.urn.opendaylight.flow.inventory.rev130819.tables.table.Flow;
import org.opendaylight.yang.gen.v1.urn.opendaylight.meter.types.rev130918.MeterId;
import org.opendaylight.yangtools.yang.common.Uint32;

/** The rules and meters that are written to the configuration datastore, also after failures and restarts. */
class FlowWriterTest extends AbstractConcurrentDataBrokerTest {
    private static final String NODE = "openflow:1";
    private static final BiPredicate<String, Integer> NONE_FOREIGN = (node, number) -> false;
    private static final PortId IN = new PortId(NODE, 1);
    private static final Rule FULL = new Rule(2000, new Match(IN, MaskedMac.tagOf(0x1234).frames().priority(5),
        MaskedMac.exactly(Mac.parse("02:5a:00:00:00:01")), 0x1337), 0,
        List.of(new Action.SetSource(Mac.parse("12:0a:18:a0:12:34")), new Action.Output(new PortId(NODE, 3)),
            new Action.SetQueue(1), new Action.Output(new PortId(NODE, 2)), new Action.OutputBack()));
    private static final Rule METERED = new Rule(500, new Match(IN, null, null, 0x1337),
        Meter.FIRST_CONTACT.number(), List.of(new Action.ToController()));
    private static final Rule WITH_NEXT_TABLE = new Rule(1000, new Match(IN, null, null, 0x1337), 0,
        List.of(new Action.SetQueue(1), new Action.Output(new PortId(NODE, 2)), new Action.GoToTable(1)));
    private static final Rule ONLY_NEXT_TABLE = new Rule(900, new Match(IN, null, null, 0x1337), 0,
        List.of(new Action.GoToTable(1)));
    private static final Rule SAMPLE = new Rule(FlowTables.SAMPLES, 1000, new Match(IN, null, null, 0x1337),
        Meter.SAMPLES.number(), List.of(new Action.ToController(128)));

    FlowWriterTest() {
        super(true);
    }

    @BeforeEach
    void start() throws Exception {
        setup();
    }

    private static Map<String, Map<String, Rule>> plan(final Rule... rules) {
        final Map<String, Rule> byId = new HashMap<>();
        for (final Rule rule : rules) {
            byId.put(rule.id(), rule);
        }
        return Map.of(NODE, byId);
    }

    private void write(final FlowWriter writer, final Rule... rules) throws Exception {
        writer.write(plan(rules)).get(10, TimeUnit.SECONDS);
    }

    private Map<String, String> stored() throws Exception {
        final Map<String, String> stored = new HashMap<>();
        try (var tx = getDataBroker().newReadOnlyTransaction()) {
            for (final int number : InventoryPaths.TABLES) {
                tx.read(LogicalDatastoreType.CONFIGURATION, InventoryPaths.table(NODE, number))
                    .get(10, TimeUnit.SECONDS).ifPresent(table -> table.nonnullFlow().values().forEach(
                        flow -> stored.put(flow.getId().getValue(),
                            FlowCodec.actionsText(NODE, flow.getInstructions()))));
            }
        }
        return stored;
    }

    @Test
    void anOperatorsMeterStays() throws Exception {
        final int number = Meter.FIRST_CONTACT.number() + 4096;
        final var path = InventoryPaths.meter(NODE, number);
        final var tx = getDataBroker().newWriteOnlyTransaction();
        tx.mergeParentStructurePut(LogicalDatastoreType.CONFIGURATION, path, new MeterBuilder()
            .withKey(new MeterKey(new MeterId(Uint32.valueOf(number)))).setMeterName("mine").build());
        tx.commit().get(10, TimeUnit.SECONDS);
        write(new FlowWriter(getDataBroker(), NONE_FOREIGN), FULL);
        try (var read = getDataBroker().newReadOnlyTransaction()) {
            assertTrue(read.read(LogicalDatastoreType.CONFIGURATION, path).get(10, TimeUnit.SECONDS).isPresent());
        }
    }

    @Test
    void writtenRulesReadBackUnchanged() throws Exception {
        write(new FlowWriter(getDataBroker(), NONE_FOREIGN), FULL, METERED);
        assertEquals(Map.of(FULL.id(), FULL.actionsText(), METERED.id(), METERED.actionsText()), stored());
    }

    @Test
    void aRestartRewritesNoExistingRule() throws Exception {
        write(new FlowWriter(getDataBroker(), NONE_FOREIGN), FULL, METERED);
        final AtomicInteger changes = new AtomicInteger();
        final FlowWriter restarted = new FlowWriter(getDataBroker(), NONE_FOREIGN);
        getDataBroker().registerDataTreeChangeListener(DataTreeIdentifier.create(LogicalDatastoreType.CONFIGURATION,
            InventoryPaths.table(NODE, 0).child(Flow.class)), list -> changes.addAndGet(list.size()));
        // The datastore reports the existing flows on another thread.
        final long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (changes.get() < 2) {
            assertTrue(System.nanoTime() < deadline, "awaited both flows for 20 s, received " + changes);
            Thread.onSpinWait();
        }
        final int initial = changes.get();
        write(restarted, FULL, METERED);
        assertEquals(initial, changes.get());
    }

    @Test
    void aRestartDeletesUnplannedRules() throws Exception {
        write(new FlowWriter(getDataBroker(), NONE_FOREIGN), FULL, METERED);
        write(new FlowWriter(getDataBroker(), NONE_FOREIGN), METERED);
        assertEquals(Map.of(METERED.id(), METERED.actionsText()), stored());
    }

    @Test
    void aSwitchThatIsNotInThePlanKeepsItsRules() throws Exception {
        final FlowWriter writer = new FlowWriter(getDataBroker(), NONE_FOREIGN);
        write(writer, FULL);
        writer.write(Map.of()).get(10, TimeUnit.SECONDS);
        assertEquals(Map.of(FULL.id(), FULL.actionsText()), stored());
    }

    @Test
    void aFailedDeletionIsRepeated() throws Exception {
        final FlakyBroker flaky = new FlakyBroker(getDataBroker());
        final FlowWriter writer = new FlowWriter(flaky, NONE_FOREIGN);
        write(writer, FULL, METERED);
        // The third commit, which removes rules, fails; meters and new rules are committed.
        flaky.fail(3, 1);
        assertThrows(ExecutionException.class, () -> write(writer, METERED));
        writer.forget();
        write(writer, METERED);
        assertEquals(Map.of(METERED.id(), METERED.actionsText()), stored());
    }

    @Test
    void aRulePlannedAgainAfterAFailedDeletionStays() throws Exception {
        final FlakyBroker flaky = new FlakyBroker(getDataBroker());
        final FlowWriter writer = new FlowWriter(flaky, NONE_FOREIGN);
        write(writer, FULL, METERED);
        flaky.fail(3, 1);
        assertThrows(ExecutionException.class, () -> write(writer, METERED));
        writer.forget();
        write(writer, FULL);
        assertEquals(Map.of(FULL.id(), FULL.actionsText()), stored());
    }

    @Test
    void metersFollowTheRules() throws Exception {
        final FlowWriter writer = new FlowWriter(getDataBroker(), NONE_FOREIGN);
        write(writer, FULL, METERED);
        assertEquals(Map.of(4921L, 100L), meters());
        write(writer, FULL, METERED, knownBeacons(0x1234), knownBeacons(0x1235));
        assertEquals(Map.of(4921L, 100L, 5487L, 1L, 5488L, 1L), meters());
        write(writer, FULL, METERED, knownBeacons(0x1235));
        assertEquals(Map.of(4921L, 100L, 5488L, 1L), meters());
        write(writer, FULL, METERED, knownBeacons(0x1234));
        assertEquals(Map.of(4921L, 100L, 5487L, 1L), meters());
    }

    @Test
    void aRestartDeletesUnusedMeters() throws Exception {
        write(new FlowWriter(getDataBroker(), NONE_FOREIGN), FULL, METERED, knownBeacons(0x1234));
        write(new FlowWriter(getDataBroker(), NONE_FOREIGN), FULL, knownBeacons(0x1234));
        assertEquals(Map.of(5487L, 1L), meters());
    }

    private static Rule knownBeacons(final int vap) {
        return new Rule(FlowTables.KNOWN_BEACONS, 1000, new Match(IN, MaskedMac.tagOf(vap).frames(), null, 0x1337),
            Meter.KNOWN_BEACONS.number(vap), List.of(new Action.ToController()));
    }

    /** Returns the rate of each meter in frames per second, by meter number. */
    private Map<Long, Long> meters() throws Exception {
        try (var tx = getDataBroker().newReadOnlyTransaction()) {
            return tx.read(LogicalDatastoreType.CONFIGURATION,
                    InventoryPaths.node(NODE).augmentation(FlowCapableNode.class))
                .get(10, TimeUnit.SECONDS).orElseThrow().nonnullMeter().values().stream()
                .collect(Collectors.toMap(meter -> meter.getMeterId().getValue().longValue(),
                    meter -> meter.getMeterBandHeaders().nonnullMeterBandHeader().values().iterator().next()
                        .getBandRate().longValue()));
        }
    }

    @Test
    void rulesOfTheSampleTableAreWrittenAndDeleted() throws Exception {
        assertNotEquals(WITH_NEXT_TABLE.id(), SAMPLE.id(), "match and priority are the same, but the tables differ");
        write(new FlowWriter(getDataBroker(), NONE_FOREIGN), WITH_NEXT_TABLE, ONLY_NEXT_TABLE, SAMPLE);
        assertEquals(Map.of(WITH_NEXT_TABLE.id(), "set_queue:1,output:2,goto_table:1",
            ONLY_NEXT_TABLE.id(), "goto_table:1", SAMPLE.id(), "meter:4922,controller:128"), stored());
        write(new FlowWriter(getDataBroker(), NONE_FOREIGN), METERED);
        assertEquals(Map.of(METERED.id(), METERED.actionsText()), stored());
    }
}
