// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.flow.program;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.cloudmac.impl.core.FlakyBroker;
import io.cloudmac.impl.core.ManualLoop;
import io.cloudmac.impl.flow.model.Match;
import io.cloudmac.impl.flow.model.Meter;
import io.cloudmac.impl.flow.model.Rule;
import io.cloudmac.impl.topology.PortId;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.opendaylight.mdsal.binding.dom.adapter.test.AbstractConcurrentDataBrokerTest;
import org.opendaylight.mdsal.common.api.LogicalDatastoreType;
import org.opendaylight.yang.gen.v1.urn.opendaylight.flow.inventory.rev130819.FlowCapableNode;
import org.opendaylight.yang.gen.v1.urn.opendaylight.flow.inventory.rev130819.FlowId;
import org.opendaylight.yang.gen.v1.urn.opendaylight.flow.inventory.rev130819.meters.MeterBuilder;
import org.opendaylight.yang.gen.v1.urn.opendaylight.flow.inventory.rev130819.meters.MeterKey;
import org.opendaylight.yang.gen.v1.urn.opendaylight.flow.inventory.rev130819.tables.table.FlowBuilder;
import org.opendaylight.yang.gen.v1.urn.opendaylight.flow.inventory.rev130819.tables.table.FlowKey;
import org.opendaylight.yang.gen.v1.urn.opendaylight.inventory.rev130819.NodeId;
import org.opendaylight.yang.gen.v1.urn.opendaylight.inventory.rev130819.nodes.NodeBuilder;
import org.opendaylight.yang.gen.v1.urn.opendaylight.meter.types.rev130918.MeterId;
import org.opendaylight.yangtools.yang.common.Uint32;

/** What earlier versions kept in the configuration datastore, at the start of this one. */
class EarlierFlowsTest extends AbstractConcurrentDataBrokerTest {
    private static final String NODE = "openflow:1";
    private static final Rule OURS = new Rule(2000, new Match(new PortId(NODE, 1), null, null, 0x1337), 0, List.of());
    private static final int OUR_METER = Meter.BEACONS.number();
    private static final int OTHER_METER = OUR_METER + 4096;

    private final ManualLoop loop = new ManualLoop();
    private FlakyBroker broker;

    EarlierFlowsTest() {
        super(false);
    }

    @BeforeEach
    void storeEarlierFlows() throws Exception {
        setup();
        final var tx = getDataBroker().newWriteOnlyTransaction();
        for (final String id : List.of(OURS.id(), "normal")) {
            tx.mergeParentStructurePut(LogicalDatastoreType.CONFIGURATION, InventoryPaths.flow(NODE, 0, id),
                new FlowBuilder().withKey(new FlowKey(new FlowId(id))).build());
        }
        for (final int number : List.of(OUR_METER, OTHER_METER)) {
            tx.mergeParentStructurePut(LogicalDatastoreType.CONFIGURATION, InventoryPaths.meter(NODE, number),
                new MeterBuilder().withKey(new MeterKey(new MeterId(Uint32.valueOf(number))))
                    .setMeterName(number == OUR_METER ? MeterCodec.meter(number).getMeterName() : "other").build());
        }
        tx.commit().get();
        broker = new FlakyBroker(getDataBroker());
    }

    /** Returns how many rules and meters are stored. */
    private List<Integer> startAndCount() throws Exception {
        new EarlierFlows(broker, loop);
        loop.run();
        return count();
    }

    private List<Integer> count() throws Exception {
        // The datastore commits in order: the deletion ends before this commit.
        final var last = getDataBroker().newWriteOnlyTransaction();
        last.mergeParentStructurePut(LogicalDatastoreType.CONFIGURATION, InventoryPaths.node("openflow:2"),
            new NodeBuilder().setId(new NodeId("openflow:2")).build());
        last.commit().get();
        try (var tx = getDataBroker().newReadOnlyTransaction()) {
            final FlowCapableNode node = tx.read(LogicalDatastoreType.CONFIGURATION,
                InventoryPaths.node(NODE).augmentation(FlowCapableNode.class)).get().orElseThrow();
            return List.of(node.nonnullTable().values().iterator().next().nonnullFlow().size(),
                node.nonnullMeter().size());
        }
    }

    @Test
    void ourRulesAndMetersAreDeletedAndOthersStay() throws Exception {
        assertEquals(List.of(1, 1), startAndCount());
    }

    @Test
    void aDatastoreThatIsNotReadyIsTriedAgain() throws Exception {
        broker.throwOnce();
        assertEquals(List.of(2, 2), startAndCount());
        loop.advance(EarlierFlows.PAUSE);
        assertEquals(List.of(1, 1), count());
    }

    @Test
    void thoseOfAConnectedSwitchStayUntilItDisconnects() throws Exception {
        final var connected = getDataBroker().newWriteOnlyTransaction();
        connected.mergeParentStructurePut(LogicalDatastoreType.OPERATIONAL, InventoryPaths.node(NODE),
            new NodeBuilder().setId(new NodeId(NODE)).build());
        connected.commit().get();
        assertEquals(List.of(2, 2), startAndCount());
        final var gone = getDataBroker().newWriteOnlyTransaction();
        gone.delete(LogicalDatastoreType.OPERATIONAL, InventoryPaths.node(NODE));
        gone.commit().get();
        loop.advance(EarlierFlows.CONNECTED_PAUSE);
        assertEquals(List.of(1, 1), count());
    }
}
