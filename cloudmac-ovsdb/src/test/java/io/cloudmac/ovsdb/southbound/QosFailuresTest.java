// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.ovsdb.southbound;

import static org.junit.Assert.assertEquals;

import java.util.Set;
import org.junit.Test;
import org.opendaylight.yang.gen.v1.urn.cloudmac.ovsdb.rev261121.PortProgramming;
import org.opendaylight.yang.gen.v1.urn.cloudmac.ovsdb.rev261121.ProgrammingState;
import org.opendaylight.yang.gen.v1.urn.cloudmac.ovsdb.rev261121.programming.Programming;
import org.opendaylight.yangtools.yang.common.Uint32;

/** Lets a real ovsdb-server say, as ovs-vswitchd would, that it could not apply configured rows to a port. */
public class QosFailuresTest extends SouthboundTest {
    private static final String RANGE = "must be a number from 0 to 9223372036854775807, not 50M";

    @Test
    public void queueThatIsNotAppliedIsFailed() throws Exception {
        configureHtb();
        awaitActive("qos://cm-p1");
        report("p1", "queue 1: htb: min-rate: " + RANGE);
        Await.until("the queue has failed", () -> queueState("queue://cm-2").getState() == ProgrammingState.Failed);
        assertNotApplied("p1: queue 1: htb: min-rate: " + RANGE, queueState("queue://cm-2"));
        assertEquals(ProgrammingState.Active, qosState("qos://cm-p1").getState());
        assertEquals(ProgrammingState.Active, queueState("queue://cm-1").getState());
        mend("p1");
        Await.until("it is active", () -> queueState("queue://cm-2").getState() == ProgrammingState.Active);
    }

    @Test
    public void qosThatIsNotAppliedIsFailedWithItsQueues() throws Exception {
        configureHtb();
        awaitActive("qos://cm-p1");
        report("p1", "htb: max-rate: " + RANGE);
        Await.until("the QoS has failed", () -> qosState("qos://cm-p1").getState() == ProgrammingState.Failed);
        assertNotApplied("p1: htb: max-rate: " + RANGE, qosState("qos://cm-p1"));
        assertNotApplied("p1: htb: max-rate: " + RANGE, queueState("queue://cm-1"));
        assertNotApplied("p1: htb: max-rate: " + RANGE, queueState("queue://cm-2"));
        mend("p1");
        awaitActive("qos://cm-p1");
    }

    @Test
    public void failureOfAQueueThatIsNotListedFailsTheQos() throws Exception {
        configureHtb();
        awaitActive("qos://cm-p1");
        report("p1", "queue 9: Invalid argument");
        Await.until("the QoS has failed", () -> qosState("qos://cm-p1").getState() == ProgrammingState.Failed);
        assertEquals(ProgrammingState.Active, queueState("queue://cm-1").getState());
    }

    @Test
    public void otherPortsAndOlderConfigurationsDoNotCount() throws Exception {
        configureHtb();
        awaitActive("qos://cm-p1");
        report("p2", "htb: max-rate: " + RANGE);
        ovs.vsctl("set", "Interface", "p1", "status:qos_error=\"htb: max-rate: " + RANGE + "\"");
        new Change().queue("queue://last", "min-rate", "8").commit();
        Await.until("the next change is in the switch",
            () -> queueState("queue://last").getState() == ProgrammingState.Active);
        assertEquals(ProgrammingState.Active, qosState("qos://cm-p1").getState());
        apply();
        Await.until("the error counts", () -> qosState("qos://cm-p1").getState() == ProgrammingState.Failed);
    }

    @Test
    public void eachMemberOfABondCounts() throws Exception {
        ovs.vsctl("--", "--id=@member", "create", "Interface", "name=member", "--", "add", "Port", "p1", "interfaces",
            "@member");
        ovs.vsctl("set", "Interface", "p1", "ofport=1");
        ovs.vsctl("set", "Interface", "member", "ofport=11");
        Await.until("the port has the OpenFlow numbers of both", () -> Set.of(Uint32.ONE, Uint32.valueOf(11)).equals(
            read(OPER, portPath("p1")).orElseThrow().augmentation(PortProgramming.class).getOfport()));
        configureHtb();
        awaitActive("qos://cm-p1");
        report("member", "linux-htb: Operation not supported");
        Await.until("the QoS has failed", () -> qosState("qos://cm-p1").getState() == ProgrammingState.Failed);
        assertNotApplied("member: linux-htb: Operation not supported", qosState("qos://cm-p1"));
    }

    @Test
    public void portWithoutQueuesOfItsOwnIsFailedWithTheReason() throws Exception {
        configureHtb();
        awaitActive("qos://cm-p1");
        ovs.vsctl("set", "Interface", "p1", "type=patch", "options:peer=p2");
        apply();
        Await.until("the QoS has failed", () -> qosState("qos://cm-p1").getState() == ProgrammingState.Failed);
        assertNotApplied("p1: a patch port cannot have queues, because it hands frames to the other bridge at once;"
            + " use the ports where they leave the switch", qosState("qos://cm-p1"));
        assertEquals(ProgrammingState.Failed, queueState("queue://cm-1").getState());
        ovs.vsctl("set", "Interface", "p1", "type=internal");
        apply();
        awaitActive("qos://cm-p1");
        ovs.vsctl("set", "Interface", "p1", "type=vxlan");
        apply();
        Await.until("the QoS has failed", () -> qosState("qos://cm-p1").getState() == ProgrammingState.Failed);
    }

    private static void assertNotApplied(final String text, final Programming state) {
        assertEquals(ProgrammingState.Failed, state.getState());
        assertEquals("not applied", state.getErrorCode());
        assertEquals(text, state.getErrorText());
    }

    private void report(final String port, final String error) throws Exception {
        ovs.vsctl("set", "Interface", port, "status:qos_error=\"" + error + "\"");
        apply();
    }

    private void mend(final String port) throws Exception {
        ovs.vsctl("remove", "Interface", port, "status", "qos_error");
        apply();
    }

    /** Says that ovs-vswitchd has applied all changes. */
    private void apply() throws Exception {
        ovs.transact("{\"op\":\"update\",\"table\":\"Open_vSwitch\",\"where\":[],\"row\":{\"cur_cfg\":"
            + ovs.vsctl("get", "Open_vSwitch", ".", "next_cfg") + "}}");
    }
}
