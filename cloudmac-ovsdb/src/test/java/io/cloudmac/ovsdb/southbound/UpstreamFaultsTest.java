// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.ovsdb.southbound;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;

import java.util.Map;
import org.junit.Test;
import org.opendaylight.yang.gen.v1.urn.cloudmac.ovsdb.rev261121.ProgrammingState;
import org.opendaylight.yang.gen.v1.urn.cloudmac.ovsdb.rev261121.QosProgramming;
import org.opendaylight.yang.gen.v1.urn.cloudmac.ovsdb.rev261121.QosProgrammingBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.ovsdb.rev261121.QosTypeLinuxCake;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.QosTypeLinuxHtb;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.QosTypeLinuxSfq;

/** Each test reproduces a fault of OpenDaylight's OVSDB southbound. */
public class UpstreamFaultsTest extends SouthboundTest {
    private static final int NOT_A_DSCP = 99;

    @Test
    public void errorOfTheSwitchIsReportedOnTheEntry() throws Exception {
        new Change().queue("queue://bad", NOT_A_DSCP).commit();
        Await.until("the queue is failed", () -> queueState("queue://bad").getState() == ProgrammingState.Failed);
        assertEquals("constraint violation", queueState("queue://bad").getErrorCode());
        assertTrue(queueState("queue://bad").getErrorText(), queueState("queue://bad").getErrorText().contains("99"));
        Await.until("it is tried again", () -> queueState("queue://bad").getAttempts().intValue() > 1);
        new Change().queue("queue://bad", 1).commit();
        Await.until("the corrected queue is active",
            () -> queueState("queue://bad").getState() == ProgrammingState.Active);
    }

    @Test
    public void failedOperationDoesNotAbortOthers() throws Exception {
        new Change().queue("queue://bad", NOT_A_DSCP).queue("queue://good", "min-rate", "1")
            .qos("qos://good", QosTypeLinuxHtb.VALUE, Map.of(0, "queue://good"))
            .qos("qos://needs-bad", QosTypeLinuxHtb.VALUE, Map.of(0, "queue://bad"))
            .port("p1", "qos://good").commit();
        awaitActive("qos://good");
        Await.until("p1 is active", () -> portState("p1").getState() == ProgrammingState.Active);
        awaitRows(1, 1);
        // Both entries are briefly in progress between two attempts.
        Await.until("the bad queue has failed",
            () -> queueState("queue://bad").getState() == ProgrammingState.Failed);
        Await.until("the QoS that refers to it is pending",
            () -> qosState("qos://needs-bad").getState() == ProgrammingState.Pending
                && "missing reference".equals(qosState("qos://needs-bad").getErrorCode()));
        assertNull("it is not in the switch", qos("qos://needs-bad").getQosUuid());
    }

    @Test
    public void deletingTheLastEntryDeletesItsRow() throws Exception {
        new Change().queue("queue://only").commit();
        awaitRows(0, 1);
        new Change().delete(Paths.queue(node, queueKey("queue://only"))).commit();
        awaitRows(0, 0);
        new Change().qos("qos://only", QosTypeLinuxSfq.VALUE, Map.of()).commit();
        awaitRows(1, 0);
        new Change().delete(Paths.qos(node, qosKey("qos://only"))).commit();
        awaitRows(0, 0);
    }

    @Test
    public void qosInUseByAForeignPortIsDeletedOnceUnused() throws Exception {
        configureHtb();
        awaitActive("qos://cm-p1");
        final String queue = queue("queue://cm-1").getQueueUuid().getValue();
        final String foreign = ovs.vsctl("create", "QoS", "type=linux-htb", "queues:9=" + queue);
        new Change().delete(Paths.node(node)).delete(Paths.node(Paths.bridgeId(node, "br0"))).commit();
        awaitRows(1, 1);
        Await.until("the queue's state is \"in use\"", () -> queueState("queue://cm-1") != null
            && "in use".equals(queueState("queue://cm-1").getErrorCode()));
        ovs.vsctl("clear", "QoS", foreign, "queues");
        awaitRows(1, 0);
    }

    @Test
    public void queueIsDeletedTogetherWithItsReference() throws Exception {
        configureHtb();
        awaitActive("qos://cm-p1");
        new Change().delete(Paths.queue(node, queueKey("queue://cm-2")))
            .qos("qos://cm-p1", QosTypeLinuxHtb.VALUE, Map.of(0, "queue://cm-1"), "max-rate", "100000000").commit();
        awaitRows(1, 1);
        awaitActive("qos://cm-p1");
    }

    @Test
    public void queueStillReferencedByAQosIsDeletedLater() throws Exception {
        configureHtb();
        awaitActive("qos://cm-p1");
        new Change().delete(Paths.queue(node, queueKey("queue://cm-2"))).commit();
        Await.until("the QoS is pending without its queue",
            () -> "missing reference".equals(qosState("qos://cm-p1").getErrorCode()));
        awaitRows(1, 2);
        new Change().qos("qos://cm-p1", QosTypeLinuxHtb.VALUE, Map.of(0, "queue://cm-1")).commit();
        awaitRows(1, 1);
    }

    @Test
    public void rowsAreWrittenAgainAfterReconnect() throws Exception {
        configureHtb();
        awaitActive("qos://cm-p1");
        link.down();
        awaitDisconnected();
        ovs.vsctl("--", "clear", "Port", "p1", "qos", "--", "--all", "destroy", "QoS", "--", "--all", "destroy",
            "Queue");
        link.up();
        awaitConnected();
        awaitRows(1, 2);
        Await.until("the port has its QoS", () -> !ovs.vsctl("get", "Port", "p1", "qos").equals("[]"));
    }

    @Test
    public void unknownTypeReadsBackWithItsName() throws Exception {
        final String uuid = ovs.vsctl("create", "QoS", "type=linux-of-tomorrow");
        Await.until("the row is shown", () -> qos("qos://" + uuid).getQosUuid() != null);
        assertEquals("linux-of-tomorrow",
            qos("qos://" + uuid).augmentation(QosProgramming.class).getQosTypeName());
        assertNull(qos("qos://" + uuid).getQosType());
    }

    @Test
    public void typeWithoutIdentityCanBeConfigured() throws Exception {
        new Change().put(Paths.qos(node, qosKey("qos://new")), qosEntry("qos://new", null, Map.of())
            .addAugmentation(new QosProgrammingBuilder().setQosTypeName("linux-of-tomorrow").build()).build())
            .commit();
        awaitActive("qos://new");
        assertEquals("linux-of-tomorrow",
            ovs.vsctl("get", "QoS", qos("qos://new").getQosUuid().getValue(), "type"));
    }

    @Test
    public void augmentedIdentityIsProgrammedAndReadBack() throws Exception {
        new Change().qos("qos://cake", QosTypeLinuxCake.VALUE, Map.of(), "bandwidth", "1000000").commit();
        awaitActive("qos://cake");
        assertEquals("linux-cake", ovs.vsctl("get", "QoS", qos("qos://cake").getQosUuid().getValue(), "type"));
        assertEquals(QosTypeLinuxCake.VALUE, qos("qos://cake").getQosType());
    }
}
