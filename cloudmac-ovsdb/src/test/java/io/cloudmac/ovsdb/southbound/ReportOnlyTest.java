// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.ovsdb.southbound;

import static org.junit.Assert.assertEquals;

import java.time.Duration;
import java.util.Map;
import org.junit.Test;
import org.opendaylight.yang.gen.v1.urn.cloudmac.ovsdb.rev261121.ProgrammingState;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.QosTypeLinuxHtb;

/** Checks foreign changes with the setting that only reports them. */
public class ReportOnlyTest extends SouthboundTest {
    @Override
    Reconciler.Delays delays() {
        return new Reconciler.Delays(Duration.ofMillis(200), Duration.ofMillis(20), Duration.ofSeconds(2), false);
    }

    @Test
    public void foreignChangeStaysUntilTheEntryIsConfiguredAgain() throws Exception {
        configureHtb();
        awaitActive("qos://cm-p1");
        final String uuid = qos("qos://cm-p1").getQosUuid().getValue();
        ovs.vsctl("set", "QoS", uuid, "other_config:max-rate=7");
        Await.until("the change is reported", () -> qosState("qos://cm-p1").getState() == ProgrammingState.Failed);
        assertEquals("changed in the switch", qosState("qos://cm-p1").getErrorCode());
        new Change().queue("queue://cm-1", "min-rate", "5").commit();
        Await.until("other entries are programmed", () -> ovs.vsctl("get", "Queue",
            queue("queue://cm-1").getQueueUuid().getValue(), "other_config").equals("{min-rate=\"5\"}"));
        assertEquals("{max-rate=\"7\"}", ovs.vsctl("get", "QoS", uuid, "other_config"));
        new Change().qos("qos://cm-p1", QosTypeLinuxHtb.VALUE, Map.of(0, "queue://cm-1"), "max-rate", "9").commit();
        awaitActive("qos://cm-p1");
        assertEquals("{max-rate=\"9\"}", ovs.vsctl("get", "QoS", uuid, "other_config"));
    }

    @Test
    public void revertedForeignChangeClearsTheFailure() throws Exception {
        configureHtb();
        awaitActive("qos://cm-p1");
        final String uuid = qos("qos://cm-p1").getQosUuid().getValue();
        ovs.vsctl("set", "QoS", uuid, "type=linux-sfq");
        Await.until("the change is reported", () -> qosState("qos://cm-p1").getState() == ProgrammingState.Failed);
        ovs.vsctl("set", "QoS", uuid, "type=linux-htb");
        awaitActive("qos://cm-p1");
    }
}
