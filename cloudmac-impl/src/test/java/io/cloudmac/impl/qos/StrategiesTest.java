// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.qos;

import static io.cloudmac.impl.qos.TestPolicies.MBIT;
import static io.cloudmac.impl.qos.TestPolicies.htb;
import static io.cloudmac.impl.qos.TestPolicies.htbClass;
import static io.cloudmac.impl.qos.TestPolicies.policy;
import static io.cloudmac.impl.qos.TestPolicies.rate;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.opendaylight.yang.gen.v1.urn.cloudmac.qos.rev261121.qos.parameters.CodelBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.qos.rev261121.qos.parameters.FqCodelBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.qos.rev261121.qos.parameters.SfqBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.QosType;
import org.opendaylight.yangtools.yang.common.Uint32;

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
    void codelSaysAllItsValues() throws PolicyException {
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
}
