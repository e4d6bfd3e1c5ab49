// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.ovsdb.southbound;

import static org.junit.Assert.assertEquals;

import org.junit.Test;
import org.opendaylight.yang.gen.v1.urn.cloudmac.ovsdb.rev261121.ProgrammingState;

/** Breaks the connection to the switch during transactions, configuration and restarts. */
public class ConnectionLossTest extends SouthboundTest {
    private static final int ENTRIES = 4;

    @Test
    public void lostBeforeTheTransactionReachesTheSwitch() throws Exception {
        link.breakAt(FlakyLink.Break.BEFORE_TRANSACTION);
        configureHtb();
        Await.until("the link broke", () -> link.broken() == 1);
        awaitPending();
        assertEquals(0, ovs.count("QoS"));
        link.up();
        awaitActive("qos://cm-p1");
        awaitRows(1, 2);
        assertEquals(0, switchState().nonnullEntry().size());
    }

    @Test
    public void lostBeforeTheReplyComesBack() throws Exception {
        link.breakAt(FlakyLink.Break.AFTER_TRANSACTION);
        configureHtb();
        Await.until("the link broke", () -> link.broken() == 1);
        awaitRows(1, 2);
        Await.until("entries are pending", () -> !switchState().nonnullEntry().isEmpty());
        assertEquals(ProgrammingState.Pending, switchState().nonnullEntry().values().iterator().next()
            .getProgramming().getState());
        link.down();
        awaitPending();
        link.up();
        awaitActive("qos://cm-p1");
        awaitRows(1, 2);
    }

    @Test
    public void silentSwitchIsDisconnectedAndReconnects() throws Exception {
        configureHtb();
        awaitActive("qos://cm-p1");
        link.breakAt(FlakyLink.Break.AFTER_TRANSACTION);
        new Change().queue("queue://third").commit();
        awaitDisconnected();
        link.up();
        link.down();
        link.up();
        awaitConnected();
        Await.until("the queue is active", () -> queueState("queue://third").getState() == ProgrammingState.Active);
        awaitRows(1, ENTRIES - 1);
    }

    @Test
    public void configurationChangedWhileDisconnectedIsAppliedOnReconnect() throws Exception {
        configureHtb();
        awaitActive("qos://cm-p1");
        link.down();
        awaitDisconnected();
        new Change().delete(portPath("p1")).delete(Paths.qos(node, qosKey("qos://cm-p1"))).commit();
        link.up();
        awaitRows(0, 2);
        assertEquals("[]", ovs.vsctl("get", "Port", "p1", "qos"));
    }

    @Test
    public void configurationDeletedWhileTheControllerWasDownIsApplied() throws Exception {
        configureHtb();
        awaitActive("qos://cm-p1");
        southbound.close();
        new Change().delete(Paths.node(node)).delete(Paths.node(Paths.bridgeId(node, "br0"))).commit();
        southbound = new OvsdbSouthbound(getDataBroker(), southbound.address(), tls(), LIMITS, DELAYS);
        awaitRows(0, 0);
    }

    @Test
    public void controllerRestartChangesNothingInTheSwitch() throws Exception {
        configureHtb();
        awaitActive("qos://cm-p1");
        final String before = ovs.vsctl("list", "QoS");
        southbound.close();
        awaitDisconnected();
        southbound = new OvsdbSouthbound(getDataBroker(), southbound.address(), tls(), LIMITS, DELAYS);
        awaitConnected();
        awaitActive("qos://cm-p1");
        assertEquals(before, ovs.vsctl("list", "QoS"));
        assertEquals("no transaction was needed", 0, switchState().getTransactions().getValue().intValue());
    }

    @Test
    public void switchRestart() throws Exception {
        configureHtb();
        awaitActive("qos://cm-p1");
        ovs.kill();
        awaitDisconnected();
        awaitPending();
        ovs.start();
        awaitConnected();
        awaitActive("qos://cm-p1");
        awaitRows(1, 2);
    }

    private void awaitPending() {
        Await.until("all entries are pending because the switch is not connected", () ->
            !switchState().getConnected() && switchState().nonnullEntry().size() == ENTRIES
                && switchState().nonnullEntry().values().stream().allMatch(entry ->
                    entry.getProgramming().getState() == ProgrammingState.Pending
                        && "not connected".equals(entry.getProgramming().getErrorCode())));
    }
}
