// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.ovsdb.southbound;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNotNull;
import static org.junit.Assert.assertTrue;

import java.util.Map;
import org.junit.Test;
import org.opendaylight.yang.gen.v1.urn.cloudmac.ovsdb.rev261121.ProgrammingState;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.OvsdbBridgeAugmentation;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.OvsdbNodeAugmentation;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.QosTypeLinuxFqCodel;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.QosTypeLinuxHtb;

/** Changes the configuration in the datastore and checks the rows of a real ovsdb-server. */
public class ReconciliationTest extends SouthboundTest {
    private static final int RATE_QUEUE = 1;

    @Test
    public void rowsOfTheSwitchAreShown() throws Exception {
        ovs.vsctl("set", "Bridge", "br0", "datapath_id=00000000000000ab", "fail_mode=secure",
            "protocols=OpenFlow13", "--", "set-controller", "br0", "tcp:127.0.0.1:6653", "--",
            "set", "Interface", "p1", "ofport=7", "link_speed=100000000", "external_ids:iface-id=x");
        Await.until("the bridge is shown", () -> bridge().getDatapathId() != null
            && !bridge().nonnullControllerEntry().isEmpty() && port("p1").getOfport() != null);
        assertEquals("00:00:00:00:00:00:00:ab", bridge().getDatapathId().getValue());
        assertEquals("br0", bridge().getBridgeName().getValue());
        assertEquals(Paths.node(node), bridge().getManagedBy().getValue());
        assertEquals("tcp:127.0.0.1:6653",
            bridge().nonnullControllerEntry().values().iterator().next().getTarget().getValue());
        assertEquals(7, port("p1").getOfport().intValue());
        assertEquals(1, port("p1").nonnullInterfaceExternalIds().size());
        assertNotNull(port("p1").getInterfaceUuid());
        final OvsdbNodeAugmentation root =
            read(OPER, Paths.node(node)).orElseThrow().augmentation(OvsdbNodeAugmentation.class);
        assertEquals("127.0.0.1", root.getConnectionInfo().getRemoteIp().stringValue());
        assertEquals(southbound.address().getPort(), root.getConnectionInfo().getLocalPort().getValue().intValue());
        assertEquals(1, root.nonnullManagedNodeEntry().size());
    }

    @Test
    public void oneChangeInsertsRowsThatReferToEachOther() throws Exception {
        configureHtb();
        awaitActive("qos://cm-p1");
        assertEquals("linux-htb", ovs.vsctl("get", "QoS", ovs.vsctl("get", "Port", "p1", "qos"), "type"));
        assertEquals("{max-rate=\"100000000\"}",
            ovs.vsctl("get", "QoS", ovs.vsctl("get", "Port", "p1", "qos"), "other_config"));
        assertEquals("{min-rate=\"2000000\"}",
            ovs.vsctl("get", "Queue", queue("queue://cm-2").getQueueUuid().getValue(), "other_config"));
        assertEquals(2, qos("qos://cm-p1").nonnullQueueList().size());
        Await.until("the port is active", () -> portState("p1").getState() == ProgrammingState.Active);
        assertEquals(Paths.qos(node, qosKey("qos://cm-p1")),
            port("p1").nonnullQosEntry().values().iterator().next().getQosRef().getValue());
        // The switch reports inserted rows before it answers the transaction.
        Await.until("the transaction is counted", () -> switchState().getTransactions().getValue().intValue() > 0);
        assertEquals("one transaction", 1, switchState().getTransactions().getValue().intValue());
    }

    @Test
    public void changedValuesChangeTheSameRows() throws Exception {
        configureHtb();
        awaitActive("qos://cm-p1");
        final String before = qos("qos://cm-p1").getQosUuid().getValue();
        new Change().qos("qos://cm-p1", QosTypeLinuxFqCodel.VALUE, Map.of(), "limit", "100").commit();
        Await.until("the type is changed", () -> "linux-fq_codel".equals(ovs.vsctl("get", "QoS", before, "type")));
        assertEquals("{}", ovs.vsctl("get", "QoS", before, "queues"));
        Await.until("the type is shown", () -> QosTypeLinuxFqCodel.VALUE.equals(qos("qos://cm-p1").getQosType()));
        awaitRows(1, 2);
    }

    @Test
    public void deletedPortEntryAndQosLeaveNoRows() throws Exception {
        configureHtb();
        awaitActive("qos://cm-p1");
        new Change().delete(portPath("p1")).delete(Paths.qos(node, qosKey("qos://cm-p1")))
            .delete(Paths.queue(node, queueKey("queue://cm-1")))
            .delete(Paths.queue(node, queueKey("queue://cm-2"))).commit();
        awaitRows(0, 0);
        assertEquals("[]", ovs.vsctl("get", "Port", "p1", "qos"));
    }

    @Test
    public void deletedConfigurationOfWholeSwitchIsUndone() throws Exception {
        configureHtb();
        awaitActive("qos://cm-p1");
        new Change().delete(Paths.node(node)).delete(Paths.node(Paths.bridgeId(node, "br0"))).commit();
        awaitRows(0, 0);
    }

    @Test
    public void foreignRowsAreNotChanged() throws Exception {
        ovs.vsctl("set", "port", "p2", "qos=@q", "--", "--id=@q", "create", "qos", "type=linux-sfq",
            "queues:5=@u", "--", "--id=@u", "create", "queue", "other_config:min-rate=1");
        configureHtb();
        awaitActive("qos://cm-p1");
        new Change().delete(Paths.node(node)).delete(Paths.node(Paths.bridgeId(node, "br0"))).commit();
        awaitRows(1, RATE_QUEUE);
        assertEquals("linux-sfq", ovs.vsctl("get", "QoS", ovs.vsctl("get", "Port", "p2", "qos"), "type"));
        final String shown = "qos://" + ovs.vsctl("get", "Port", "p2", "qos");
        Await.until("the foreign row is shown under its UUID", () -> qos(shown).getQosType() != null);
    }

    @Test
    public void outOfBandChangesAreReverted() throws Exception {
        configureHtb();
        awaitActive("qos://cm-p1");
        final String qos = qos("qos://cm-p1").getQosUuid().getValue();
        ovs.vsctl("set", "QoS", qos, "type=linux-sfq", "other_config:max-rate=7");
        Await.until("the QoS row is as configured", () -> ovs.vsctl("get", "QoS", qos, "type").equals("linux-htb")
            && ovs.vsctl("get", "QoS", qos, "other_config").equals("{max-rate=\"100000000\"}"));
        ovs.vsctl("clear", "Port", "p1", "qos");
        Await.until("the port has its QoS again", () -> ovs.vsctl("get", "Port", "p1", "qos").equals(qos));
        ovs.vsctl("--", "clear", "Port", "p1", "qos", "--", "destroy", "QoS", qos, "--", "--all", "destroy", "Queue");
        awaitRows(1, 2);
        Await.until("the port has a QoS again", () -> !ovs.vsctl("get", "Port", "p1", "qos").equals("[]"));
    }

    @Test
    public void missingPortIsPendingUntilItExists() throws Exception {
        new Change().qos("qos://cm-p9", QosTypeLinuxHtb.VALUE, Map.of()).port("p9", "qos://cm-p9").commit();
        awaitActive("qos://cm-p9");
        Await.until("the port is pending", () -> switchState().nonnullEntry().values().stream().anyMatch(
            entry -> entry.getId().equals("p9") && entry.getProgramming().getState() == ProgrammingState.Pending
                && "no such port".equals(entry.getProgramming().getErrorCode())));
        ovs.vsctl("add-port", "br0", "p9");
        Await.until("the port has its QoS", () -> !ovs.vsctl("get", "Port", "p9", "qos").equals("[]"));
    }

    @Test
    public void referenceToAnUnconfiguredEntryIsPending() throws Exception {
        new Change().port("p1", "qos://later").commit();
        Await.until("the port is pending", () -> portState("p1") != null
            && "missing reference".equals(portState("p1").getErrorCode()));
        new Change().qos("qos://later", QosTypeLinuxHtb.VALUE, Map.of()).commit();
        Await.until("the port is active", () -> portState("p1").getState() == ProgrammingState.Active);
    }

    @Test
    public void entryWithoutTypeFailsAloneWithAReason() throws Exception {
        new Change().qos("qos://bad", null, Map.of()).qos("qos://good", QosTypeLinuxHtb.VALUE, Map.of()).commit();
        awaitActive("qos://good");
        Await.until("the bad one is failed", () -> qosState("qos://bad").getState() == ProgrammingState.Failed);
        assertEquals("invalid", qosState("qos://bad").getErrorCode());
        assertTrue(qosState("qos://bad").getErrorText(), qosState("qos://bad").getErrorText().contains("qos-type"));
    }

    private OvsdbBridgeAugmentation bridge() throws Exception {
        return read(OPER, Paths.node(Paths.bridgeId(node, "br0"))).orElseThrow()
            .augmentation(OvsdbBridgeAugmentation.class);
    }
}
