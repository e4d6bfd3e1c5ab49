// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.qos.rows;

import static io.cloudmac.impl.qos.TestPolicies.MBIT;
import static io.cloudmac.impl.qos.TestPolicies.htb;
import static io.cloudmac.impl.qos.TestPolicies.htbClass;
import static io.cloudmac.impl.qos.TestPolicies.policy;
import static io.cloudmac.impl.qos.TestPolicies.rate;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.cloudmac.impl.qos.strategies.PortQos;
import io.cloudmac.impl.qos.strategies.Strategies;
import io.cloudmac.impl.qos.strategies.Strategy.PolicyException;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.opendaylight.yang.gen.v1.urn.cloudmac.qos.rev261121.flat.qdiscs.CodelBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.qos.rev261121.flat.qdiscs.SfqBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.qos.rev261121.leaf.of._class.LeafQdiscBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.LeafQdiscType;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.QosType;
import org.opendaylight.yangtools.yang.common.Uint32;
import org.opendaylight.yangtools.yang.common.Uint8;

/** What an Open vSwitch lacks for a policy, with and without the CloudMAC patches. */
class SwitchCapabilitiesTest {
    private static final String SERIES = ": its Open vSwitch needs the CloudMAC series (ovs-patches)";

    @Test
    void aStockSwitchSupportsUpstreamsTypes() throws PolicyException {
        final Set<QosType> stock = Set.of(QosType.Htb, QosType.Hfsc, QosType.Sfq, QosType.Codel, QosType.FqCodel);
        for (final QosType type : stock) {
            assertEquals(Optional.empty(), SwitchCapabilities.STOCK.missingFeature(rows(type), "p"), type.getName());
        }
        assertEquals(Optional.empty(), SwitchCapabilities.STOCK.missingFeature(
            Strategies.rows(policy(QosType.Htb).setHtb(
            htb(htbClass(0, 1, 2, 1), htbClass(1, 1, 2, 0).setBurst(Uint32.valueOf(2_000))).build()).build(),
            100 * MBIT).orElseThrow(), "p"));
    }

    @Test
    void aStockSwitchLacksTheOtherTypes() throws PolicyException {
        for (final QosType type : Set.of(QosType.Prio, QosType.Cake, QosType.Pie, QosType.FqPie)) {
            assertLacks("switch port openflow:1:2 (ab) has no QoS type " + rows(type).type() + SERIES,
                SwitchCapabilities.STOCK, rows(type));
        }
        assertLacks("switch port openflow:1:2 (ab) cannot set burst, mpu, overhead of QoS type linux-htb" + SERIES,
            SwitchCapabilities.STOCK, rows(QosType.Cloudmac));
        assertLacks("switch port openflow:1:2 (ab) cannot set leaf-flows, leaf-interval, leaf-limit, leaf-qdisc, "
            + "leaf-quantum, leaf-target of a queue" + SERIES, SwitchCapabilities.STOCK, Strategies.rows(
            policy(QosType.Cloudmac).setLinkRate(rate(10 * MBIT)).build(), 100 * MBIT).orElseThrow());
    }

    @Test
    void stockSwitchLacksOptions() throws PolicyException {
        assertLacks("switch port openflow:1:2 (ab) cannot set ce-threshold, ecn of QoS type linux-codel" + SERIES,
            SwitchCapabilities.STOCK, Strategies.rows(policy(QosType.Codel).setCodel(new CodelBuilder().setEcn(true)
                .setCeThreshold(Uint32.ONE).build()).build(), 0).orElseThrow());
        assertLacks("switch port openflow:1:2 (ab) cannot set depth of QoS type linux-sfq" + SERIES,
            SwitchCapabilities.STOCK, Strategies.rows(policy(QosType.Sfq).setSfq(new SfqBuilder().setDepth(Uint8.TEN)
                .build()).build(), 0).orElseThrow());
    }

    @Test
    void aPatchedSwitchLacksTypesThatItDoesNotOffer() throws PolicyException {
        final SwitchCapabilities capabilities = SwitchCapabilities.of(Map.of("qos_types",
            "linux-htb  linux-cake linux-noop",
            "driver_name", "veth"));
        assertEquals(Optional.empty(), capabilities.missingFeature(rows(QosType.Cake), "p"));
        assertLacks("switch port openflow:1:2 (ab) has no QoS type linux-pie: its Open vSwitch offers linux-cake, "
            + "linux-htb, linux-noop; the type needs the CloudMAC series (ovs-patches)", capabilities,
            rows(QosType.Pie));
        assertLacks("switch port openflow:1:2 (ab) has no QoS type linux-fq_codel: its Open vSwitch offers "
            + "linux-cake, linux-htb, linux-noop; the type needs the CloudMAC series (ovs-patches)",
            capabilities, rows(QosType.Cloudmac));
        assertEquals(Optional.empty(), capabilities.missingFeature(Strategies.rows(policy(QosType.Htb).setHtb(htb(
            htbClass(0, 0, 0, 1), htbClass(1, 0, 0, 0).setLeafQdisc(new LeafQdiscBuilder()
                .setType(LeafQdiscType.Bfifo).build())).build()).build(), 100 * MBIT).orElseThrow(), "p"),
            "every kernel has FIFOs");
        assertLacks("switch port openflow:1:2 (ab) has no QoS type linux-htb: its Open vSwitch offers none; "
            + "the type needs the CloudMAC series (ovs-patches)", SwitchCapabilities.of(Map.of("qos_types", "")),
            rows(QosType.Htb));
    }

    @Test
    void onlyAPatchedSwitchChangesEverythingLive() {
        assertFalse(SwitchCapabilities.of(Map.of("driver_name", "veth")).changesLive());
        assertTrue(SwitchCapabilities.of(Map.of("qos_types", "")).changesLive());
        assertEquals("no", SwitchCapabilities.of(Map.of("qos_error", "no")).error());
    }

    private static PortQos rows(final QosType type) throws PolicyException {
        return Strategies.rows(policy(type).build(), 100 * MBIT).orElseThrow();
    }

    private static void assertLacks(final String text, final SwitchCapabilities capabilities, final PortQos rows) {
        assertEquals(Optional.of(text), capabilities.missingFeature(rows, "openflow:1:2 (ab)"));
    }
}
