// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.qos;

import static io.cloudmac.impl.qos.TestPolicies.MBIT;
import static io.cloudmac.impl.qos.TestPolicies.configuration;
import static io.cloudmac.impl.qos.TestPolicies.htb;
import static io.cloudmac.impl.qos.TestPolicies.htbClass;
import static io.cloudmac.impl.qos.TestPolicies.policy;
import static io.cloudmac.impl.qos.TestPolicies.ports;
import static io.cloudmac.impl.qos.TestPolicies.queue;
import static io.cloudmac.impl.qos.TestPolicies.rate;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.opendaylight.yang.gen.v1.urn.cloudmac.qos.rev261121.flat.qdiscs.CodelBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.qos.rev261121.flat.qdiscs.FqCodelBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.qos.rev261121.flat.qdiscs.SfqBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.qos.rev261121.leaf.of._class.LeafQdiscBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.qos.rev261121.qos.parameters.Cake;
import org.opendaylight.yang.gen.v1.urn.cloudmac.qos.rev261121.qos.parameters.CakeBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.qos.rev261121.qos.parameters.HfscBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.qos.rev261121.qos.parameters.PrioBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.qos.rev261121.qos.parameters.hfsc.ClassBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.qos.rev261121.qos.parameters.prio.Band;
import org.opendaylight.yang.gen.v1.urn.cloudmac.qos.rev261121.qos.parameters.prio.BandBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.qos.rev261121.user.priorities.UserPriority;
import org.opendaylight.yang.gen.v1.urn.cloudmac.qos.rev261121.user.priorities.UserPriorityBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.qos.Policy;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.LeafQdiscType;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.QosType;
import org.opendaylight.yangtools.yang.common.Uint32;
import org.opendaylight.yangtools.yang.common.Uint64;
import org.opendaylight.yangtools.yang.common.Uint8;

/** The refusals of inconsistent QoS policies. */
class QosCheckTest {
    private final QosCheck check = new QosCheck(new FakePorts(FakePorts.port(1, "p1", 100 * MBIT),
        FakePorts.port(2, "p2", 0)));

    @Test
    void validPoliciesAreAccepted() {
        for (final QosType type : QosType.values()) {
            assertAccepted(policy(type).build());
        }
        assertAccepted(policy(QosType.Htb).setLinkRate(rate(100 * MBIT)).build());
        assertAccepted(policy(QosType.Htb).setPort(ports("openflow:9:1")).setLinkRate(rate(1_000 * MBIT)).build());
        assertAccepted(policy(QosType.Htb).setName("a").setPort(ports("openflow:1:1")).build(),
            policy(QosType.Sfq).setName("b").setPort(ports("openflow:1:2")).build());
    }

    private void assertAccepted(final Policy... policies) {
        assertEquals(List.of(), check.violations(configuration(policies)));
    }

    private void assertRefused(final String reason, final Policy policy) {
        assertEquals(List.of("QoS policy default: " + reason), check.violations(configuration(policy)));
    }

    @Test
    void rateAboveThePortsIsRefused() {
        assertRefused("link-rate 101 Mbit/s is above the speed of port openflow:1:1, 100 Mbit/s",
            policy(QosType.Htb).setLinkRate(rate(101 * MBIT)).build());
    }

    @Test
    void classRateAboveTheLinksIsRefused() {
        assertRefused("max-rate 40 Mbit/s of queue 1 is above the link's rate, 30 Mbit/s", policy(QosType.Htb)
            .setLinkRate(rate(30 * MBIT)).setHtb(htb(htbClass(0, 0, 0, 1), htbClass(1, 0, 40, 0)).build()).build());
        assertRefused("max-rate 200 Mbit/s of queue 1 is above the link's rate, 100 Mbit/s (port openflow:1:1)",
            policy(QosType.Htb).setHtb(htb(htbClass(0, 0, 0, 1), htbClass(1, 0, 200, 0)).build()).build());
    }

    @Test
    void assuredRatesThatDoNotFitAreRefused() {
        assertRefused("the sum of all min-rates, 120 Mbit/s, is above the link's rate, 100 Mbit/s "
            + "(port openflow:1:1)",
            policy(QosType.Htb).setHtb(htb(htbClass(0, 60, 0, 1), htbClass(1, 60, 0, 0)).build()).build());
        assertRefused("min-rate 20 Mbit/s of queue 1 is above its max-rate, 10 Mbit/s",
            policy(QosType.Htb).setHtb(htb(htbClass(0, 1, 0, 1), htbClass(1, 20, 10, 0)).build()).build());
    }

    @Test
    void classesThatOpenVswitchCannotServeAreRefused() {
        assertRefused("htb has no class for queue 0, the traffic that is not CloudMAC's",
            policy(QosType.Htb).setHtb(htb(htbClass(1, 0, 0, 1), htbClass(2, 0, 0, 0)).build()).build());
        assertRefused("htb needs at least two classes, one of them for CloudMAC",
            policy(QosType.Htb).setHtb(htb(htbClass(0, 0, 0, 1)).build()).build());
        assertRefused("htb/default-queue must be 0, the queue of frames without a set_queue action",
            policy(QosType.Htb).setHtb(htb().setDefaultQueue(queue(1)).build()).build());
        final UserPriority toNowhere = new UserPriorityBuilder()
            .setPriority(new org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.UserPriority(Uint8.valueOf(7)))
            .setQueue(queue(9)).build();
        assertRefused("user-priority 7 uses queue 9, which is not one of [0, 1]",
            policy(QosType.Htb).setHtb(htb().setUserPriority(Map.of(toNowhere.key(), toNowhere)).build()).build());
    }

    @Test
    void codelThatCannotWorkIsRefused() {
        assertRefused("target 200000 us is longer than the interval, 100000 us", policy(QosType.Codel)
            .setCodel(new CodelBuilder().setTarget(Uint32.valueOf(200_000)).build()).build());
        assertRefused("target 200000 us is longer than the interval, 100000 us", policy(QosType.FqCodel)
            .setFqCodel(new FqCodelBuilder().setTarget(Uint32.valueOf(200_000)).build()).build());
        assertRefused("target 200 us is longer than the rtt, 100 us", policy(QosType.Cake).setCake(new CakeBuilder()
            .setTarget(Uint32.valueOf(200)).setRtt(Uint32.valueOf(100)).build()).build());
    }

    @Test
    void sfqThatTheKernelWouldRefuseOrCutIsRefused() {
        assertRefused("divisor 1000 is not a power of two", sfq(new SfqBuilder().setDivisor(Uint32.valueOf(1_000))));
        assertRefused("limit 21 is above depth times flows, 20 packets", sfq(new SfqBuilder()
            .setLimit(Uint32.valueOf(21)).setDepth(Uint8.TEN).setFlows(Uint32.TWO)));
        assertAccepted(sfq(new SfqBuilder().setDivisor(Uint32.valueOf(2_048)).setLimit(Uint32.valueOf(16_256))));
        assertRefused("limit 16257 is above depth times flows, 16256 packets",
            sfq(new SfqBuilder().setLimit(Uint32.valueOf(16_257))));
    }

    private static Policy sfq(final SfqBuilder sfq) {
        return policy(QosType.Sfq).setSfq(sfq.build()).build();
    }

    @Test
    void aLeafIsCheckedLikeItsQdisc() {
        final var leaf = new LeafQdiscBuilder().setType(LeafQdiscType.Codel)
            .setCodel(new CodelBuilder().setInterval(Uint32.ONE).build()).build();
        assertRefused("leaf-qdisc of queue 1: target 5000 us is longer than the interval, 1 us", policy(QosType.Htb)
            .setHtb(htb(htbClass(0, 0, 0, 1), htbClass(1, 0, 0, 0).setLeafQdisc(leaf)).build()).build());
        final Band band = new BandBuilder().setQueue(queue(1)).setLeafQdisc(leaf).build();
        assertRefused("leaf-qdisc of queue 1: target 5000 us is longer than the interval, 1 us", policy(QosType.Prio)
            .setPrio(new PrioBuilder().setBand(Map.of(band.key(), band)).build()).build());
    }

    @Test
    void queueThatIsNoBandOrTinIsRefused() {
        final Band fourth = new BandBuilder().setQueue(queue(3)).setLeafQdisc(new LeafQdiscBuilder()
            .setType(LeafQdiscType.Pfifo).build()).build();
        assertRefused("prio/band 3 is not one of the 3 bands, 0 to 2", policy(QosType.Prio)
            .setPrio(new PrioBuilder().setBand(Map.of(fourth.key(), fourth)).build()).build());
        assertRefused("prio/default-queue 2 is not one of the 2 bands, 0 to 1", policy(QosType.Prio)
            .setPrio(new PrioBuilder().setBands(Uint8.TWO).setDefaultQueue(queue(2)).build()).build());
        final UserPriority high = new UserPriorityBuilder()
            .setPriority(new org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.UserPriority(Uint8.ZERO))
            .setQueue(queue(4)).build();
        assertRefused("user-priority 0 uses queue 4, which is not one of [0, 1, 2]", policy(QosType.Prio)
            .setPrio(new PrioBuilder().setUserPriority(Map.of(high.key(), high)).build()).build());
        assertRefused("user-priority 0 uses queue 4, which is not one of [0, 1, 2, 3]", policy(QosType.Cake)
            .setCake(new CakeBuilder().setUserPriority(Map.of(high.key(), high)).build()).build());
        assertAccepted(policy(QosType.Cake).setCake(new CakeBuilder().setDiffserv(Cake.Diffserv.Diffserv8)
            .setUserPriority(Map.of(high.key(), high)).build()).build());
    }

    @Test
    void cakesBandwidthIsNotAboveTheLinks() {
        final Cake cake = new CakeBuilder().setBandwidth(Uint64.valueOf(101 * MBIT)).build();
        assertRefused("cake/bandwidth 101 Mbit/s is above the link's rate, 100 Mbit/s (port openflow:1:1)",
            policy(QosType.Cake).setCake(cake).build());
        assertRefused("cake/bandwidth 101 Mbit/s is above the link's rate, 50 Mbit/s",
            policy(QosType.Cake).setLinkRate(rate(50 * MBIT)).setCake(cake).build());
        assertAccepted(policy(QosType.Cake).setCake(new CakeBuilder().setBandwidth(Uint64.ZERO).build()).build());
    }

    @Test
    void hfscNeedsTheClassesThatHtbNeeds() {
        final var only = new ClassBuilder().setQueue(queue(1)).setMinRate(rate(20 * MBIT))
            .setMaxRate(rate(10 * MBIT)).build();
        assertEquals(List.of("QoS policy default: hfsc has no class for queue 0, the traffic that is not CloudMAC's",
            "QoS policy default: hfsc needs at least two classes, one of them for CloudMAC",
            "QoS policy default: min-rate 20 Mbit/s of queue 1 is above its max-rate, 10 Mbit/s"),
            check.violations(configuration(policy(QosType.Hfsc).setHfsc(new HfscBuilder()
                .setXmlClass(Map.of(only.key(), only)).build()).build())));
    }

    @Test
    void parametersOfAnotherTypeAreRefused() {
        assertRefused("cake has parameters, but the type is htb: leave them out, or set type to cake",
            policy(QosType.Htb).setCake(new CakeBuilder().setNat(true).build()).build());
        assertRefused("codel has parameters, but the type is fq-codel: leave them out, or set type to codel",
            policy(QosType.FqCodel).setCodel(new CodelBuilder().setTarget(Uint32.TEN).build()).build());
        assertRefused("htb has parameters, but the type is cloudmac: leave them out, or set type to htb",
            policy(QosType.Cloudmac).setHtb(htb(htbClass(0, 0, 0, 1)).build()).build());
        final var leaf = new LeafQdiscBuilder().setType(LeafQdiscType.FqCodel)
            .setSfq(new SfqBuilder().setFlows(Uint32.TEN).build()).build();
        assertRefused("leaf-qdisc of queue 1: sfq has parameters, but the type is fq-codel: leave them out,"
            + " or set type to sfq", policy(QosType.Htb).setHtb(htb(htbClass(0, 0, 0, 1),
                htbClass(1, 0, 0, 0).setLeafQdisc(leaf)).build()).build());
    }

    @Test
    void policiesWithoutQdiscMayKeepParameters() {
        assertAccepted(policy(QosType.Fifo)
            .setCodel(new CodelBuilder().setTarget(Uint32.valueOf(200_000)).build()).build());
    }

    @Test
    void portInTwoPoliciesIsRefused() {
        assertEquals(List.of("port openflow:1:1 is in two policies, a and b"), check.violations(configuration(
            policy(QosType.Htb).setName("a").setPort(ports("openflow:1:1")).build(),
            policy(QosType.Sfq).setName("b").setPort(ports("openflow:1:1")).build())));
        assertEquals(List.of("policies a and b both apply to all links between switches; one of them must name ports"),
            check.violations(configuration(policy(QosType.Htb).setName("a").build(),
                policy(QosType.Sfq).setName("b").build())));
    }

    @Test
    void aPolicyOfAPortMayBeBesideThatOfAllLinks() {
        assertEquals(List.of(), check.violations(configuration(policy(QosType.Htb).setName("a").build(),
            policy(QosType.Sfq).setName("b").setPort(ports("openflow:1:2")).build())));
    }
}
