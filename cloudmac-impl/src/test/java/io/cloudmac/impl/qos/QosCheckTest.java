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
import org.opendaylight.yang.gen.v1.urn.cloudmac.qos.rev261121.qos.parameters.CodelBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.qos.rev261121.qos.parameters.FqCodelBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.qos.rev261121.qos.parameters.htb.UserPriority;
import org.opendaylight.yang.gen.v1.urn.cloudmac.qos.rev261121.qos.parameters.htb.UserPriorityBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.qos.Policy;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.QosType;
import org.opendaylight.yangtools.yang.common.Uint32;
import org.opendaylight.yangtools.yang.common.Uint8;

class QosCheckTest {
    private final QosCheck check = new QosCheck(new FakePorts(FakePorts.port(1, "p1", 100 * MBIT),
        FakePorts.port(2, "p2", 0)));

    @Test
    void goodPoliciesPass() {
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
        assertRefused("the min-rates of all queues are 120 Mbit/s together, more than the link's rate, 100 Mbit/s "
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
        assertRefused("htb/default-queue must be 0: that is where Open vSwitch puts what has no queue",
            policy(QosType.Htb).setHtb(htb().setDefaultQueue(queue(1)).build()).build());
        final UserPriority toNowhere = new UserPriorityBuilder()
            .setPriority(new org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.UserPriority(Uint8.valueOf(7)))
            .setQueue(queue(9)).build();
        assertRefused("user-priority 7 is to use queue 9, which is none of [0, 1]",
            policy(QosType.Htb).setHtb(htb().setUserPriority(Map.of(toNowhere.key(), toNowhere)).build()).build());
    }

    @Test
    void codelThatCannotWorkIsRefused() {
        assertRefused("target 200000 us is longer than the interval, 100000 us", policy(QosType.Codel)
            .setCodel(new CodelBuilder().setTarget(Uint32.valueOf(200_000)).build()).build());
        assertRefused("fq-codel/ecn cannot be set: this Open vSwitch has no option for it", policy(QosType.FqCodel)
            .setFqCodel(new FqCodelBuilder().setEcn(true).build()).build());
    }

    @Test
    void parametersOfAnotherTypeAreNotRead() {
        assertAccepted(policy(QosType.Fifo)
            .setCodel(new CodelBuilder().setTarget(Uint32.valueOf(200_000)).build()).build());
    }

    @Test
    void portInTwoPoliciesIsRefused() {
        assertEquals(List.of("port openflow:1:1 is in two policies, a and b"), check.violations(configuration(
            policy(QosType.Htb).setName("a").setPort(ports("openflow:1:1")).build(),
            policy(QosType.Sfq).setName("b").setPort(ports("openflow:1:1")).build())));
        assertEquals(List.of("policy a is for all links between switches: there can be no other beside it"),
            check.violations(configuration(policy(QosType.Htb).setName("a").build(),
                policy(QosType.Sfq).setName("b").setPort(ports("openflow:1:2")).build())));
    }
}
