// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.ovsdb.southbound;

import static org.junit.Assert.assertEquals;

import org.junit.Test;
import org.opendaylight.yang.gen.v1.urn.tbd.params.xml.ns.yang.network.topology.rev131021.NodeId;

/** A second switch names itself as a connected one. */
public class IdentityClaimTest extends SouthboundTest {
    @Test
    public void anotherSwitchCannotTakeTheNameOfAConnectedOne() throws Exception {
        configureHtb();
        awaitActive("qos://cm-p1");
        final var since = switchState().getSince();
        try (RealSwitch other = new RealSwitch()) {
            other.vsctl("set", "Open_vSwitch", ".", "external_ids:opendaylight-iid=\""
                + Paths.mark(node).replace("\"", "\\\"") + "\"");
            other.connectTo("tcp:127.0.0.1:" + southbound.address().getPort());
            Await.until("the claim is refused, repeatedly, and shown", () ->
                switchState().getRefusedConnections().getValue().longValue() >= 2
                    && switchState().requireProblem().iterator().next().contains("named this switch"));
            assertEquals("the first connection stays", since, switchState().getSince());
            new Change().queue("queue://third").commit();
            awaitRows(1, 3);
            assertEquals(0, other.count("Queue"));
        }
    }

    @Test
    public void connectedSwitchCannotRenameItselfToAnother() throws Exception {
        try (RealSwitch other = new RealSwitch()) {
            final NodeId otherId = new NodeId("ovsdb://uuid/" + other.uuid());
            other.connectTo("tcp:127.0.0.1:" + southbound.address().getPort());
            Await.until("both are connected", () -> read(OPER, Paths.node(otherId)).isPresent());
            final var since = switchState().getSince();
            other.vsctl("set", "Open_vSwitch", ".", "external_ids:opendaylight-iid=\"" + Paths.mark(node) + "\"");
            Await.until("the claim is refused",
                () -> switchState().getRefusedConnections().getValue().longValue() >= 1);
            assertEquals("the first connection stays", since, switchState().getSince());
            configureHtb();
            awaitActive("qos://cm-p1");
            assertEquals(0, other.count("QoS"));
        }
    }
}
