// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.qos.strategies;

import static io.cloudmac.impl.qos.TestPolicies.MBIT;
import static io.cloudmac.impl.qos.TestPolicies.htb;
import static io.cloudmac.impl.qos.TestPolicies.htbClass;
import static io.cloudmac.impl.qos.TestPolicies.policy;
import static io.cloudmac.impl.qos.TestPolicies.queue;
import static io.cloudmac.impl.qos.TestPolicies.rate;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.cloudmac.impl.qos.strategies.Strategy.PolicyException;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.opendaylight.yang.gen.v1.urn.cloudmac.qos.rev261121.flat.qdiscs.CodelBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.qos.rev261121.flat.qdiscs.FqCodelBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.qos.rev261121.flat.qdiscs.FqPieBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.qos.rev261121.flat.qdiscs.PieBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.qos.rev261121.flat.qdiscs.SfqBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.qos.rev261121.leaf.of._class.LeafQdiscBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.qos.rev261121.leaf.of._class.leaf.qdisc.BfifoBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.qos.rev261121.leaf.of._class.leaf.qdisc.PfifoBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.qos.rev261121.qos.parameters.Cake;
import org.opendaylight.yang.gen.v1.urn.cloudmac.qos.rev261121.qos.parameters.CakeBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.qos.rev261121.qos.parameters.HtbBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.qos.rev261121.qos.parameters.PrioBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.qos.rev261121.qos.parameters.prio.Band;
import org.opendaylight.yang.gen.v1.urn.cloudmac.qos.rev261121.qos.parameters.prio.BandBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.qos.PolicyBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.LeafQdiscType;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.QosType;
import org.opendaylight.yangtools.yang.common.Uint16;
import org.opendaylight.yangtools.yang.common.Uint32;
import org.opendaylight.yangtools.yang.common.Uint64;
import org.opendaylight.yangtools.yang.common.Uint8;

/** The rows that each strategy computes. */
class StrategiesTest {
    @Test
    void fifoAndNoneNeedNoRows() throws PolicyException {
        assertEquals(Optional.empty(), Strategies.rows(policy(QosType.Fifo).build(), 100 * MBIT));
        assertEquals(Optional.empty(), Strategies.rows(policy(QosType.None).build(), 0));
    }

    @Test
    void htbHasTwoClassesOfThePortsSpeed() throws PolicyException {
        assertEquals(PortQos.of("linux-htb", Map.of("max-rate", "100000000"), Map.of(
            0, Map.of("min-rate", "10000000", "max-rate", "100000000", "priority", "1"),
            1, Map.of("min-rate", "50000000", "max-rate", "100000000", "priority", "0"))),
            Strategies.rows(policy(QosType.Htb).build(), 100 * MBIT).orElseThrow());
    }

    @Test
    void htbTakesThePolicysLinkRateAndClasses() throws PolicyException {
        assertEquals(PortQos.of("linux-htb", Map.of("max-rate", "22000000"), Map.of(
            0, Map.of("max-rate", "20000000", "priority", "3"),
            5, Map.of("min-rate", "10000000", "max-rate", "22000000", "priority", "0", "burst", "128000"))),
            Strategies.rows(policy(QosType.Htb).setLinkRate(rate(22 * MBIT)).setHtb(htb(htbClass(0, 0, 20, 3),
                htbClass(5, 10, 0, 0).setBurst(Uint32.valueOf(16_000))).build()).build(), 0).orElseThrow());
    }

    @Test
    void htbWithoutAnyRateIsImpossible() {
        assertEquals("the port reports no speed: the policy needs a link-rate",
            assertThrows(PolicyException.class, () -> Strategies.rows(policy(QosType.Htb).build(), 0)).getMessage());
    }

    @Test
    void htbWhoseClassesDoNotFitThePortIsImpossible() {
        assertThrows(PolicyException.class, () -> Strategies.rows(policy(QosType.Htb)
            .setHtb(htb(htbClass(0, 60, 0, 1), htbClass(1, 60, 0, 0)).build()).build(), 100 * MBIT));
    }

    @Test
    void sfqHasAQuantumOfAFullFrame() throws PolicyException {
        assertEquals(PortQos.of("linux-sfq", Map.of("quantum", "1714", "perturb", "10"), Map.of()),
            Strategies.rows(policy(QosType.Sfq).build(), 0).orElseThrow());
        assertEquals(PortQos.of("linux-sfq", Map.of("quantum", "3000", "perturb", "0"), Map.of()),
            Strategies.rows(policy(QosType.Sfq).setSfq(new SfqBuilder().setQuantum(Uint32.valueOf(3_000))
                .setPerturb(Uint32.ZERO).build()).build(), 0).orElseThrow());
    }

    @Test
    void codelWritesAllItsOptions() throws PolicyException {
        assertEquals(PortQos.of("linux-codel", Map.of("target", "5000", "interval", "100000", "limit", "1000"),
            Map.of()), Strategies.rows(policy(QosType.Codel).build(), 0).orElseThrow());
        assertEquals(PortQos.of("linux-codel", Map.of("target", "2000", "interval", "50000", "limit", "77"),
            Map.of()), Strategies.rows(policy(QosType.Codel).setCodel(new CodelBuilder()
                .setTarget(Uint32.valueOf(2_000)).setInterval(Uint32.valueOf(50_000)).setLimit(Uint32.valueOf(77))
                .build()).build(), 0).orElseThrow());
    }

    @Test
    void fqCodelNeverHasTheIntervalOfASecond() throws PolicyException {
        assertEquals(PortQos.of("linux-fq_codel", Map.of("target", "5000", "interval", "100000", "limit", "10240",
            "flows", "1024", "quantum", "1714"), Map.of()),
            Strategies.rows(policy(QosType.FqCodel).build(), 0).orElseThrow());
        assertEquals("64", Strategies.rows(policy(QosType.FqCodel).setFqCodel(new FqCodelBuilder()
            .setFlows(Uint32.valueOf(64)).build()).build(), 0).orElseThrow().options().get("flows"));
    }

    @Test
    void hfscHasHtbsRatesAndNoPriorities() throws PolicyException {
        assertEquals(PortQos.of("linux-hfsc", Map.of("max-rate", "100000000"), Map.of(
            0, Map.of("min-rate", "10000000", "max-rate", "100000000"),
            1, Map.of("min-rate", "50000000", "max-rate", "100000000"))),
            Strategies.rows(policy(QosType.Hfsc).build(), 100 * MBIT).orElseThrow());
    }

    @Test
    void cloudmacIsHtbWithTwoLeaves() throws PolicyException {
        final PortQos rows = Strategies.rows(policy(QosType.Cloudmac).build(), 100 * MBIT).orElseThrow();
        assertEquals("linux-htb", rows.type());
        assertEquals(Map.of("max-rate", "99900000", "overhead", "24", "mpu", "84", "burst", "999"), rows.options());
        assertEquals("99900000", rows.queues().get(1).get("max-rate"));
        assertEquals("49950000", rows.queues().get(1).get("min-rate"));
        assertEquals("9990000", rows.queues().get(0).get("min-rate"));
        assertEquals("99900000", rows.queues().get(0).get("max-rate"));
        assertEquals("pfifo", rows.queues().get(1).get("leaf-qdisc"));
        assertEquals("0", rows.queues().get(1).get("priority"));
        assertEquals("fq_codel", rows.queues().get(0).get("leaf-qdisc"));
        assertEquals("100000", rows.queues().get(0).get("leaf-interval"));
        assertEquals("1", rows.queues().get(0).get("priority"));
    }

    @Test
    void cloudmacUsesAConfiguredLinkRateUnchanged() throws PolicyException {
        final PortQos rows = Strategies.rows(policy(QosType.Cloudmac).setLinkRate(rate(22 * MBIT)).build(), 100 * MBIT)
            .orElseThrow();
        assertEquals(Map.of("max-rate", "22000000"), rows.options());
        assertEquals("22000000", rows.queues().get(0).get("max-rate"));
    }

    @Test
    void theBurstOfCloudmacIsAtLeastOneOctet() throws PolicyException {
        final PortQos rows = Strategies.rows(policy(QosType.Cloudmac).build(), 100_000).orElseThrow();
        assertEquals("99900", rows.options().get("max-rate"));
        assertEquals("8", rows.options().get("burst"));
    }

    @Test
    void htbWritesTheConfiguredFraming() throws PolicyException {
        assertEquals(Map.of("max-rate", "100000000", "overhead", "0", "mpu", "256", "burst", "2000"),
            Strategies.rows(policy(QosType.Htb).setHtb(new HtbBuilder().setOverhead(Uint16.ZERO)
                .setMpu(Uint16.valueOf(256)).setBurst(Uint32.valueOf(250)).build()).build(), 100 * MBIT).orElseThrow()
                .options());
    }

    @Test
    void prioHasARowForEachBand() throws PolicyException {
        assertEquals(PortQos.of("linux-prio", Map.of("bands", "3", "default-queue", "2"), Map.of(
            0, Map.of(), 1, Map.of(), 2, Map.of())), Strategies.rows(policy(QosType.Prio).build(), 0).orElseThrow());
        final Band rest = new BandBuilder().setQueue(queue(1)).setLeafQdisc(new LeafQdiscBuilder()
            .setType(LeafQdiscType.Pie).setPie(new PieBuilder().setTarget(Uint32.TEN).build()).build()).build();
        assertEquals(PortQos.of("linux-prio", Map.of("bands", "2", "default-queue", "0"), Map.of(
            0, Map.of(), 1, Map.of("leaf-qdisc", "pie", "leaf-target", "10"))),
            Strategies.rows(policy(QosType.Prio).setPrio(new PrioBuilder().setBands(Uint8.TWO)
                .setDefaultQueue(queue(0)).setBand(Map.of(rest.key(), rest)).build()).build(), 0).orElseThrow());
    }

    @Test
    void cakeShapesToTheLinkRateByDefault() throws PolicyException {
        assertEquals(PortQos.of("linux-cake", Map.of("bandwidth", "100000000", "diffserv", "diffserv4"), Map.of()),
            Strategies.rows(policy(QosType.Cake).build(), 100 * MBIT).orElseThrow());
        assertEquals("22000000", Strategies.rows(policy(QosType.Cake).setLinkRate(rate(22 * MBIT)).build(), 0)
            .orElseThrow().options().get("bandwidth"));
        assertEquals("the port reports no speed: the policy needs a link-rate or cake/bandwidth",
            assertThrows(PolicyException.class, () -> Strategies.rows(policy(QosType.Cake).build(), 0)).getMessage());
        assertEquals("0", Strategies.rows(policy(QosType.Cake).setCake(new CakeBuilder().setBandwidth(Uint64.ZERO)
            .build()).build(), 0).orElseThrow().options().get("bandwidth"));
    }

    @Test
    void cakeHasAllItsOptions() throws PolicyException {
        assertOptions("linux-cake", "ack-filter=aggressive atm=ptm bandwidth=9000 diffserv=diffserv8 "
            + "flow-mode=dual-srchost fwmark=255 ingress=true memory-limit=2000 mpu=64 nat=true overhead=-4 rtt=30000 "
            + "split-gso=false target=2000 wash=true", policy(QosType.Cake).setCake(new CakeBuilder()
                .setBandwidth(Uint64.valueOf(9_000)).setDiffserv(Cake.Diffserv.Diffserv8)
                .setFlowMode(Cake.FlowMode.DualSrchost).setRtt(Uint32.valueOf(30_000)).setTarget(Uint32.valueOf(2_000))
                .setOverhead((short) -4).setMpu(Uint16.valueOf(64)).setAtm(Cake.Atm.Ptm).setNat(true).setWash(true)
                .setIngress(true).setAckFilter(Cake.AckFilter.Aggressive).setSplitGso(false)
                .setMemoryLimit(Uint32.valueOf(2_000)).setFwmark(Uint32.valueOf(255)).build()));
    }

    @Test
    void sfqAndCodelHaveAllTheirOptions() throws PolicyException {
        assertOptions("linux-sfq", "depth=10 divisor=2048 flows=64 headdrop=true limit=600 perturb=10 quantum=1714",
            policy(QosType.Sfq).setSfq(new SfqBuilder().setDepth(Uint8.TEN).setDivisor(Uint32.valueOf(2_048))
                .setFlows(Uint32.valueOf(64)).setHeaddrop(true).setLimit(Uint32.valueOf(600)).build()));
        assertOptions("linux-codel", "ce-threshold=1 ecn=true interval=100000 limit=1000 target=5000",
            policy(QosType.Codel).setCodel(new CodelBuilder().setEcn(true).setCeThreshold(Uint32.ONE).build()));
        assertOptions("linux-fq_codel", "ce-threshold=1 drop-batch=8 ecn=false flows=1024 interval=100000 limit=10240 "
            + "memory-limit=4000 quantum=1714 target=5000", policy(QosType.FqCodel).setFqCodel(new FqCodelBuilder()
                .setEcn(false).setCeThreshold(Uint32.ONE).setMemoryLimit(Uint32.valueOf(4_000))
                .setDropBatch(Uint32.valueOf(8)).build()));
    }

    @Test
    void pieWritesTheOptionsOfThePolicy() throws PolicyException {
        assertOptions("linux-pie", "", policy(QosType.Pie));
        assertOptions("linux-pie", "alpha=1 beta=2 bytemode=true dq-rate-estimator=true ecn=true limit=7 target=9 "
            + "tupdate=8", policy(QosType.Pie).setPie(new PieBuilder().setAlpha(Uint8.ONE).setBeta(Uint8.TWO)
                .setBytemode(true).setDqRateEstimator(true).setEcn(true).setLimit(Uint32.valueOf(7))
                .setTarget(Uint32.valueOf(9)).setTupdate(Uint32.valueOf(8)).build()));
        assertOptions("linux-fq_pie", "ecn-prob=20 flows=64 memory-limit=4000 quantum=300 tupdate=8",
            policy(QosType.FqPie).setFqPie(new FqPieBuilder().setEcnProb(Uint8.valueOf(20))
                .setFlows(Uint32.valueOf(64)).setMemoryLimit(Uint32.valueOf(4_000)).setQuantum(Uint32.valueOf(300))
                .setTupdate(Uint32.valueOf(8)).build()));
    }

    @Test
    void eachLeafIsWrittenToItsQueue() throws PolicyException {
        final Map<LeafQdiscType, String> leaves = Map.of(
            LeafQdiscType.Pfifo, "leaf-limit=20 leaf-qdisc=pfifo",
            LeafQdiscType.Bfifo, "leaf-limit=30000 leaf-qdisc=bfifo",
            LeafQdiscType.Sfq, "leaf-perturb=10 leaf-qdisc=sfq leaf-quantum=1714",
            LeafQdiscType.Codel, "leaf-ecn=true leaf-interval=100000 leaf-limit=1000 leaf-qdisc=codel leaf-target=5000",
            LeafQdiscType.FqCodel, "leaf-flows=1024 leaf-interval=100000 leaf-limit=10240 leaf-qdisc=fq_codel "
                + "leaf-quantum=1714 leaf-target=5000",
            LeafQdiscType.Pie, "leaf-qdisc=pie", LeafQdiscType.FqPie, "leaf-qdisc=fq_pie");
        for (final LeafQdiscType type : LeafQdiscType.values()) {
            // Only the container of the leaf's own type is read.
            final var leaf = new LeafQdiscBuilder().setType(type)
                .setPfifo(new PfifoBuilder().setLimit(Uint32.valueOf(20)).build())
                .setBfifo(new BfifoBuilder().setLimit(Uint32.valueOf(30_000)).build())
                .setCodel(new CodelBuilder().setEcn(true).build()).build();
            assertEquals(leaves.get(type) + " max-rate=100000000 priority=0", text(Strategies.rows(
                policy(QosType.Htb).setHtb(htb(htbClass(0, 0, 0, 1), htbClass(1, 0, 0, 0).setLeafQdisc(leaf)).build())
                    .build(), 100 * MBIT).orElseThrow().queues().get(1)));
        }
    }

    private static void assertOptions(final String type, final String options, final PolicyBuilder policy)
            throws PolicyException {
        final PortQos rows = Strategies.rows(policy.build(), 100 * MBIT).orElseThrow();
        assertEquals(type, rows.type());
        assertEquals(options, text(rows.options()));
        assertEquals(Map.of(), rows.queues());
    }

    /** Returns options sorted by name and separated by spaces. */
    private static String text(final Map<String, String> options) {
        return options.entrySet().stream().map(Map.Entry::toString).collect(Collectors.joining(" "));
    }
}
