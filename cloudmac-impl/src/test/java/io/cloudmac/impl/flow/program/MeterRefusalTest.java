// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.flow.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.cloudmac.impl.binding.Assignment;
import io.cloudmac.impl.flow.FlowStatus;
import io.cloudmac.impl.flow.model.Meter;
import io.cloudmac.impl.topology.Network;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.opendaylight.mdsal.common.api.LogicalDatastoreType;
import org.opendaylight.yang.gen.v1.urn.ietf.params.xml.ns.yang.ietf.yang.types.rev130715.Counter32;
import org.opendaylight.yang.gen.v1.urn.opendaylight.meter.statistics.rev131111.NodeMeterFeatures;
import org.opendaylight.yang.gen.v1.urn.opendaylight.meter.statistics.rev131111.node.meter.features.MeterFeatures;
import org.opendaylight.yang.gen.v1.urn.opendaylight.meter.statistics.rev131111.node.meter.features.MeterFeaturesBuilder;
import org.opendaylight.yangtools.yang.common.Uint32;

/** A switch that refuses meters: each rule that needs one says why it is missing. */
class MeterRefusalTest extends ProgrammedFlowsFixture {
    private static final String NODE = "openflow:1";
    /** What the OpenFlow plugin reports when Open vSwitch has no meters: it answers OFPMMFC_OUT_OF_METERS. */
    private static final String NO_METERS = "Device reported error type METERMODFAILED code OUTOFMETERS";
    private static final String EXPLAINED = "the switch refuses meter 4919: its datapath has no meters."
        + " The kernel's datapath has meters from Open vSwitch 2.10 with Linux 4.18";
    private static final Duration LONG = Duration.ofSeconds(9);

    MeterRefusalTest() {
        super(new Assignment(Map.of(), Map.of(), Map.of()), new Network(Set.of(NODE), Map.of(), Set.of()));
    }

    /** Records what the plugin records when a switch without meters connects. */
    @BeforeEach
    void reportNoMeters() throws Exception {
        final var tx = broker.newWriteOnlyTransaction();
        tx.mergeParentStructurePut(LogicalDatastoreType.OPERATIONAL, InventoryPaths.node(NODE)
            .augmentation(NodeMeterFeatures.class).child(MeterFeatures.class), new MeterFeaturesBuilder()
                .setMaxMeter(new Counter32(Uint32.ZERO)).build());
        tx.commit().get();
    }

    private FlowStatus announcements() {
        return flows.status().stream().filter(flow -> flow.rule().meter() == Meter.ANNOUNCEMENTS.number())
            .findFirst().orElseThrow();
    }

    @Test
    void aMissingRuleNamesTheRefusalOfItsMeter() {
        fake(NODE).refuseMeters(NO_METERS);
        fake(NODE).refuse();
        fake(NODE).install(List.of());
        loop.advance(LONG);
        assertEquals(FlowStatus.RuleState.MISSING, announcements().state());
        assertEquals(EXPLAINED, announcements().problem());
        final FlowStatus drop = flows.status().stream().filter(FlowStatus::isDefaultDrop).findFirst().orElseThrow();
        assertTrue(drop.problem().contains("the table is full"), drop.problem());
    }

    @Test
    void theProblemEndsWithTheRefusal() {
        fake(NODE).refuseMeters(NO_METERS);
        fake(NODE).refuse();
        fake(NODE).install(List.of());
        loop.advance(LONG);
        assertEquals(EXPLAINED, announcements().problem());
        fake(NODE).install(flows.status().stream().map(FlowStatus::rule).toList());
        loop.advance(LONG);
        assertEquals(FlowStatus.RuleState.INSTALLED, announcements().state());
        assertEquals("", announcements().problem());
    }

    @Test
    void anExistingMeterIsNoRefusal() {
        assertEquals(Optional.empty(), MeterRefusal.of(4919, "", OptionalLong.of(0)));
        assertEquals(Optional.empty(),
            MeterRefusal.of(4919, "Device reported error type METERMODFAILED code METEREXISTS", OptionalLong.empty()));
    }

    @Test
    void eachCodeHasAReasonAndOthersAreShownAsTheyAre() {
        assertEquals(Optional.of("the switch refuses meter 4923: its meters cannot drop packets"),
            MeterRefusal.of(4923, "Device reported error type METER_MOD_FAILED code BAD_BAND", OptionalLong.empty()));
        assertEquals(Optional.of("the switch refuses meter 4923: no session"),
            MeterRefusal.of(4923, "no session", OptionalLong.empty()));
        assertEquals(Optional.of(EXPLAINED), MeterRefusal.of(4919,
            "Device reported error type METERMODFAILED code INVALIDMETER", OptionalLong.of(0)));
        assertEquals(Optional.of("the switch refuses meter 4923: its datapath has no numbers above 1024"),
            MeterRefusal.of(4923, NO_METERS, OptionalLong.of(1024)));
        assertTrue(MeterRefusal.of(4923, NO_METERS, OptionalLong.empty()).orElseThrow()
            .contains("has no meters, or no more. The kernel's"));
    }
}
