// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.flow.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.cloudmac.impl.binding.Assignment;
import io.cloudmac.impl.flow.model.Meter;
import io.cloudmac.impl.topology.Network;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.opendaylight.mdsal.common.api.LogicalDatastoreType;
import org.opendaylight.yang.gen.v1.urn.opendaylight.flow.inventory.rev130819.meters.MeterBuilder;
import org.opendaylight.yang.gen.v1.urn.opendaylight.flow.inventory.rev130819.meters.MeterKey;
import org.opendaylight.yang.gen.v1.urn.opendaylight.meter.types.rev130918.MeterFlags;
import org.opendaylight.yang.gen.v1.urn.opendaylight.meter.types.rev130918.MeterId;
import org.opendaylight.yangtools.yang.common.Uint32;

/** Meters of others that have CloudMAC's numbers at a switch. */
class ForeignMetersTest extends ProgrammedFlowsFixture {
    private static final String NODE = "openflow:1";
    private static final int USUAL = Meter.ANNOUNCEMENTS.number();
    private static final int NEXT = USUAL + 4096;

    ForeignMetersTest() {
        super(new Assignment(Map.of(), Map.of(), Map.of()), new Network(Set.of(NODE), Map.of(), Set.of()));
    }

    /** Records what the OpenFlow plugin records when it polls a switch that has a meter. */
    private void report(final int number,
            final org.opendaylight.yang.gen.v1.urn.opendaylight.flow.inventory.rev130819.meters.Meter meter)
            throws Exception {
        final var tx = broker.newWriteOnlyTransaction();
        tx.mergeParentStructurePut(LogicalDatastoreType.OPERATIONAL, InventoryPaths.meter(NODE, number),
            new MeterBuilder(meter).withKey(new MeterKey(new MeterId(Uint32.valueOf(number)))).build());
        tx.commit().get();
    }

    /** Reports a meter that limits frames to another rate. */
    private void reportForeign(final int number) throws Exception {
        report(number, MeterCodec.meter(Meter.SAMPLES.number()));
    }

    private void audit() {
        loop.advance(Duration.ofSeconds(9));
    }

    private Set<Integer> planned() {
        final Set<Integer> numbers = new TreeSet<>();
        flows.status().forEach(flow -> numbers.add(flow.rule().meter()));
        return numbers;
    }

    @Test
    void anotherNumberIsChosenAndTheForeignMeterStays() throws Exception {
        reportForeign(USUAL);
        audit();
        assertTrue(planned().contains(NEXT), planned().toString());
        final List<String> sent = fake(NODE).sent();
        assertTrue(sent.contains("meter " + NEXT), sent::toString);
        assertFalse(sent.contains("remove-meter " + USUAL), sent::toString);
    }

    @Test
    void theNextForeignMeterIsAvoidedAsWell() throws Exception {
        reportForeign(USUAL);
        reportForeign(NEXT);
        audit();
        assertTrue(planned().contains(NEXT + 4096), planned().toString());
    }

    /** The fake switch has the meter of first contacts, which no rule of this network uses. */
    @Test
    void anOwnMeterThatNoRuleUsesIsDeletedAndAForeignOneStays() throws Exception {
        final String removal = "remove-meter " + Meter.FIRST_CONTACT.number();
        reportForeign(Meter.FIRST_CONTACT.number());
        audit();
        assertFalse(fake(NODE).sent().contains(removal));
        report(Meter.FIRST_CONTACT.number(), MeterCodec.meter(Meter.FIRST_CONTACT.number()));
        audit();
        assertTrue(fake(NODE).sent().contains(removal));
    }

    /** The poll of the configuration may be older than the meter. */
    @Test
    void aMeterThatAppearsDuringASessionStays() throws Exception {
        final String removal = "remove-meter " + Meter.FIRST_CONTACT.number();
        fake(NODE).showMeter(false);
        network = Network.EMPTY;
        change();
        network = new Network(Set.of(NODE), Map.of(), Set.of());
        change();
        audit();
        report(Meter.FIRST_CONTACT.number(), MeterCodec.meter(Meter.FIRST_CONTACT.number()));
        fake(NODE).showMeter(true);
        audit();
        assertFalse(fake(NODE).sent().contains(removal));
    }

    /** The first polls after a meter is planned may still show the meter that had its number before. */
    @Test
    void aMeterThatTurnsOutToBeForeignIsAvoided() throws Exception {
        report(USUAL, MeterCodec.meter(USUAL));
        loop.advance(Duration.ofSeconds(3));
        reportForeign(USUAL);
        audit();
        assertTrue(planned().contains(NEXT), planned().toString());
    }

    @Test
    void anOwnMeterIsComparedAFewTimes() throws Exception {
        report(USUAL, MeterCodec.meter(USUAL));
        loop.advance(Duration.ofSeconds(3).multipliedBy(ForeignMeters.COMPARISONS));
        reportForeign(USUAL);
        audit();
        assertTrue(planned().contains(USUAL), planned().toString());
    }

    @Test
    void equalMetersAreAlike() {
        final var meter = MeterCodec.meter(USUAL);
        final MeterFlags flags = meter.getFlags();
        assertTrue(MeterCodec.equals(meter, MeterCodec.meter(NEXT)));
        assertTrue(MeterCodec.equals(meter, new MeterBuilder(meter)
            .setFlags(new MeterFlags(flags.getMeterBurst(), false, true, true)).build()), "counters do not matter");
        assertEquals(false, MeterCodec.equals(meter, new MeterBuilder(meter)
            .setFlags(new MeterFlags(flags.getMeterBurst(), true, false, false)).build()), "kilobits");
        assertEquals(false, MeterCodec.equals(meter, MeterCodec.meter(Meter.SAMPLES.number())), "another rate");
    }
}
