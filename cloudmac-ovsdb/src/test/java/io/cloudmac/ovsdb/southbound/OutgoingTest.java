// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.ovsdb.southbound;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNotNull;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;

import io.netty.handler.ssl.SslContext;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.time.Duration;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.opendaylight.mdsal.binding.api.WriteTransaction;
import org.opendaylight.yang.gen.v1.urn.cloudmac.ovsdb.rev261121.ConnectionTransport;
import org.opendaylight.yang.gen.v1.urn.cloudmac.ovsdb.rev261121.ConnectionTransport.Transport;
import org.opendaylight.yang.gen.v1.urn.cloudmac.ovsdb.rev261121.ConnectionTransportBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.ovsdb.rev261121.ProgrammingState;
import org.opendaylight.yang.gen.v1.urn.cloudmac.ovsdb.rev261121.ovsdb.state.Switch;
import org.opendaylight.yang.gen.v1.urn.cloudmac.ovsdb.rev261121.ovsdb.state.Switch.Initiator;
import org.opendaylight.yang.gen.v1.urn.ietf.params.xml.ns.yang.ietf.inet.types.rev130715.PortNumber;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.OvsdbNodeAugmentation;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.ovsdb.node.attributes.ConnectionInfo;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.ovsdb.node.attributes.ConnectionInfoBuilder;
import org.opendaylight.yang.gen.v1.urn.tbd.params.xml.ns.yang.network.topology.rev131021.NodeId;
import org.opendaylight.yangtools.yang.binding.InstanceIdentifier;
import org.opendaylight.yangtools.yang.common.Uint16;

/** Connects from the controller to a real switch that listens. */
public class OutgoingTest extends SouthboundTest {
    private static final NodeId HOST1 = new NodeId("ovsdb://HOST1");
    private static final NodeId HOST2 = new NodeId("ovsdb://HOST2");
    private static final Backoff.Limits OFTEN = new Backoff.Limits(Duration.ofMillis(20), Duration.ofMillis(200));

    @Rule
    public TemporaryFolder folder = new TemporaryFolder();

    private Pki pki;

    @Override
    @Before
    public void startAll() throws Exception {
        link = new FlakyLink(loopback(1));
        ovs = new RealSwitch("ptcp:0:127.0.0.1");
        pki = new Pki(folder.getRoot());
        node = HOST1;
        start(null);
    }

    private void start(final SslContext tls) throws IOException {
        southbound = new OvsdbSouthbound(getDataBroker(), EntryNotifier.NONE, loopback(0), null, LIMITS, DELAYS,
            new OvsdbSouthbound.Outgoing(tls, OFTEN), OvsdbSouthbound.Cluster.alone());
    }

    @Test
    public void switchIsProgrammedUnderItsConfiguredName() throws Exception {
        configure(HOST1, ovs.port(), null);
        awaitConnected();
        configureHtb();
        awaitActive("qos://cm-p1");
        awaitRows(1, 2);
        assertTrue(read(OPER, Paths.node(Paths.bridgeId(HOST1, "br0"))).isPresent());
        assertEquals("\"" + Paths.mark(HOST1) + "\"",
            ovs.vsctl("get", "Open_vSwitch", ".", "external_ids:opendaylight-iid"));
        final ConnectionInfo info = read(OPER, connectionInfo(HOST1)).orElseThrow();
        assertEquals(ovs.port(), info.getRemotePort().getValue().toJava());
        assertEquals(Transport.Tcp, info.augmentation(ConnectionTransport.class).getTransport());
        final Switch state = switchState();
        assertEquals(Initiator.Controller, state.getInitiator());
        assertEquals(0, state.getConnectAttempts().intValue());
        assertNull(state.getConnectError());
    }

    @Test
    public void connectingIsRepeatedUntilTheSwitchListens() throws Exception {
        ovs.kill();
        configure(HOST1, ovs.port(), null);
        Await.until("failed attempts are counted", () -> switchState().getConnectAttempts().intValue() >= 2
            && switchState().getConnectError().contains("refused") && switchState().getNextConnect() != null
            && switchState().getInitiator() == Initiator.Controller && !switchState().getConnected());
        ovs.start();
        awaitConnected();
        Await.until("no error is shown", () -> switchState().getConnectError() == null
            && switchState().getConnectAttempts().intValue() == 0 && switchState().getNextConnect() == null);
    }

    @Test
    public void lostConnectionIsReplaced() throws Exception {
        configure(HOST1, ovs.port(), null);
        awaitConnected();
        configureHtb();
        awaitActive("qos://cm-p1");
        ovs.kill();
        awaitDisconnected();
        Await.until("an attempt to connect is counted", () -> switchState().getConnectAttempts().intValue() >= 1);
        ovs.start();
        awaitConnected();
        awaitActive("qos://cm-p1");
        awaitRows(1, 2);
    }

    @Test
    public void removedEntryEndsTheConnection() throws Exception {
        configure(HOST1, ovs.port(), null);
        awaitConnected();
        new Change().delete(connectionInfo(HOST1)).commit();
        awaitDisconnected();
        Await.until("the switch is not shown", () -> read(OPER, Paths.state(HOST1)).isEmpty());
        configure(HOST1, ovs.port(), null);
        awaitConnected();
    }

    @Test
    public void changedAddressIsFollowed() throws Exception {
        try (RealSwitch other = new RealSwitch("ptcp:0:127.0.0.1")) {
            configure(HOST1, ovs.port(), null);
            awaitConnected();
            configure(HOST1, other.port(), null);
            Await.until("the node is the other switch", () -> read(OPER, connectionInfo(HOST1)).orElseThrow()
                .getRemotePort().getValue().toJava() == other.port());
            new Change().queue("queue://there").commit();
            Await.until("the queue is in the other switch", () -> other.count("Queue") == 1);
            assertEquals(0, ovs.count("Queue"));
        }
    }

    @Test
    public void secondEntryForASwitchIsRejectedUntilTheFirstIsRemoved() throws Exception {
        configure(HOST1, ovs.port(), null);
        awaitConnected();
        configure(HOST2, ovs.port(), null);
        Await.until("the state shows why", () ->
            state(HOST2).getConnectError().contains("already configured as ovsdb://HOST1"));
        assertTrue(read(OPER, Paths.node(HOST2)).isEmpty());
        assertTrue("the first is not disturbed", switchState().getConnected());
        new Change().delete(Paths.node(HOST1)).commit();
        Await.until("the second has it", () -> read(OPER, Paths.node(HOST2)).isPresent());
    }

    @Test
    public void switchConfiguredUnderItsOwnIdKeepsItsName() throws Exception {
        final NodeId own = new NodeId("ovsdb://uuid/" + ovs.uuid());
        ovs.connectTo("tcp:127.0.0.1:" + southbound.address().getPort());
        node = own;
        awaitConnected();
        configureHtb();
        awaitActive("qos://cm-p1");
        configure(HOST1, ovs.port(), null);
        Await.until("the state shows why", () ->
            state(HOST1).getConnectError().contains("already configured as " + own.getValue()));
        assertEquals(1, ovs.count("QoS"));
    }

    @Test
    public void connectionOfTheSwitchIsPreferredAndReplacedWhenItEnds() throws Exception {
        ovs.connectTo("tcp:127.0.0.1:" + southbound.address().getPort());
        final NodeId own = new NodeId("ovsdb://uuid/" + ovs.uuid());
        Await.until("the switch is shown under its own id", () -> read(OPER, Paths.node(own)).isPresent());
        configure(HOST1, ovs.port(), null);
        Await.until("the switch's connection is under the configured name", () ->
            switchState().getConnected() && switchState().getInitiator() == Initiator.Switch
                && switchState().getConnectError() == null && read(OPER, Paths.node(own)).isEmpty()
                && read(OPER, Paths.state(own)).isEmpty());
        configureHtb();
        awaitActive("qos://cm-p1");
        ovs.vsctl("del-manager");
        Await.until("the controller has connected", () ->
            switchState().getConnected() && switchState().getInitiator() == Initiator.Controller);
        ovs.connectTo("tcp:127.0.0.1:" + southbound.address().getPort());
        Await.until("the switch has connected itself", () -> switchState().getInitiator() == Initiator.Switch);
        awaitActive("qos://cm-p1");
        awaitRows(1, 2);
    }

    @Test
    public void removedNameIsWrittenAgain() throws Exception {
        configure(HOST1, ovs.port(), null);
        awaitConnected();
        configureHtb();
        awaitActive("qos://cm-p1");
        final String rows = ovs.vsctl("list", "QoS");
        ovs.vsctl("remove", "Open_vSwitch", ".", "external_ids", "opendaylight-iid");
        Await.until("the name is back", () ->
            ovs.vsctl("get", "Open_vSwitch", ".", "external_ids").contains("HOST1"));
        awaitConnected();
        awaitActive("qos://cm-p1");
        assertEquals("the rows are still the same", rows, ovs.vsctl("list", "QoS"));
    }

    @Test
    public void tlsIsTheDefaultWithACertificateAndAuthenticatesBothSides() throws Exception {
        restartWithTls("controller", "ca", null);
        configure(HOST1, ovs.port(), null);
        awaitConnected();
        assertEquals(Transport.Tls, read(OPER, connectionInfo(HOST1)).orElseThrow()
            .augmentation(ConnectionTransport.class).getTransport());
        configureHtb();
        awaitActive("qos://cm-p1");
    }

    @Test
    public void certificateForThisAddressIsAccepted() throws Exception {
        restartWithTls("controller", "ca", "IP:192.0.2.1,IP:127.0.0.1");
        configure(HOST1, ovs.port(), Transport.Tls);
        awaitConnected();
    }

    @Test
    public void certificateForAnotherAddressIsRejected() throws Exception {
        restartWithTls("controller", "ca", "IP:192.0.2.1");
        configure(HOST1, ovs.port(), null);
        awaitConnectError("192.0.2.1, not for 127.0.0.1");
    }

    @Test
    public void switchOfAnotherCaIsRejected() throws Exception {
        restartWithTls("controller", "other", null);
        configure(HOST1, ovs.port(), null);
        awaitConnectError("TLS: ");
        Await.until("the switch logs that it is refused",
            () -> Files.readString(ovs.folder().resolve("log")).contains("alert"));
    }

    @Test
    public void switchRejectsAControllerOfAnotherCa() throws Exception {
        restartWithTls("stranger", "ca", null);
        configure(HOST1, ovs.port(), null);
        awaitConnectError("");
        assertEquals("{}", ovs.vsctl("get", "Open_vSwitch", ".", "external_ids"));
    }

    @Test
    public void plainSwitchIsRejectedWhereTlsIsTheDefault() throws Exception {
        southbound.close();
        pki.authority("ca");
        pki.certificate("controller", "ca", null);
        start(pki.client("controller", "ca"));
        configure(HOST1, ovs.port(), null);
        awaitConnectError("");
        configure(HOST1, ovs.port(), Transport.Tcp);
        awaitConnected();
    }

    @Test
    public void impossibleConfigurationIsReportedWithoutAnAttempt() throws Exception {
        configure(HOST1, ovs.port(), Transport.Tls);
        awaitConnectError("no certificate");
        assertNull(switchState().getNextConnect());
        new Change().put(connectionInfo(HOST1),
            new ConnectionInfoBuilder().setRemotePort(new PortNumber(Uint16.ONE)).build()).commit();
        awaitConnectError("both remote-ip and remote-port");
    }

    @Test
    public void attemptEndsIfThePeerAcceptsButSendsNothing() throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            configure(HOST1, silent.getLocalPort(), null);
            awaitConnectError("no answer to a probe");
        }
    }

    @Test
    public void restartedControllerKeepsTheName() throws Exception {
        configure(HOST1, ovs.port(), null);
        awaitConnected();
        configureHtb();
        awaitActive("qos://cm-p1");
        final String rows = ovs.vsctl("list", "QoS");
        southbound.close();
        start(null);
        awaitConnected();
        awaitActive("qos://cm-p1");
        assertEquals(rows, ovs.vsctl("list", "QoS"));
        assertEquals(ProgrammingState.Active, queueState("queue://cm-1").getState());
        assertNotNull(port("p1"));
    }

    /** Starts a southbound with this certificate and a switch with one of this authority. Both trust "ca". */
    private void restartWithTls(final String ours, final String switchAuthority, final String altName)
            throws Exception {
        southbound.close();
        ovs.close();
        pki.authority("ca");
        pki.authority("other");
        pki.certificate("controller", "ca", null);
        pki.certificate("stranger", "other", null);
        pki.certificate("switch", switchAuthority, altName);
        ovs = new RealSwitch("pssl:0:127.0.0.1");
        ovs.vsctl("set-ssl", pki.path("switch.key"), pki.path("switch.pem"), pki.path("ca.pem"));
        start(pki.client(ours, "ca"));
    }

    private void awaitConnectError(final String part) {
        Await.until("the error contains " + part, () -> !switchState().getConnected()
            && switchState().getConnectError().contains(part));
    }

    private Switch state(final NodeId id) throws Exception {
        return read(OPER, Paths.state(id)).orElseThrow();
    }

    private static InstanceIdentifier<ConnectionInfo> connectionInfo(final NodeId id) {
        return Paths.node(id).augmentation(OvsdbNodeAugmentation.class).child(ConnectionInfo.class);
    }

    private void configure(final NodeId id, final int port, final Transport transport) throws Exception {
        final ConnectionInfoBuilder info = new ConnectionInfoBuilder()
            .setRemoteIp(IpAddresses.of(InetAddress.getLoopbackAddress()))
            .setRemotePort(new PortNumber(Uint16.valueOf(port)));
        if (transport != null) {
            info.addAugmentation(new ConnectionTransportBuilder().setTransport(transport).build());
        }
        final WriteTransaction transaction = getDataBroker().newWriteOnlyTransaction();
        transaction.mergeParentStructurePut(CONFIG, connectionInfo(id), info.build());
        transaction.commit().get();
    }
}
