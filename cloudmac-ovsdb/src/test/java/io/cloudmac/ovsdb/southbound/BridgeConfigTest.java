// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.ovsdb.southbound;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNotNull;
import static org.junit.Assert.assertTrue;

import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.Test;
import org.opendaylight.yang.gen.v1.urn.cloudmac.ovsdb.rev261121.NodeProgramming;
import org.opendaylight.yang.gen.v1.urn.cloudmac.ovsdb.rev261121.PortProgramming;
import org.opendaylight.yang.gen.v1.urn.cloudmac.ovsdb.rev261121.ProgrammingState;
import org.opendaylight.yang.gen.v1.urn.cloudmac.ovsdb.rev261121.node.programming.Mirror;
import org.opendaylight.yang.gen.v1.urn.cloudmac.ovsdb.rev261121.node.programming.MirrorBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.ovsdb.rev261121.node.programming.MirrorKey;
import org.opendaylight.yang.gen.v1.urn.cloudmac.ovsdb.rev261121.node.programming.mirror.output.OutputPortBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.ovsdb.rev261121.port.programming.Status;
import org.opendaylight.yang.gen.v1.urn.cloudmac.ovsdb.rev261121.programming.Programming;
import org.opendaylight.yang.gen.v1.urn.cloudmac.ovsdb.rev261121.statistics.StatisticKey;
import org.opendaylight.yang.gen.v1.urn.ietf.params.xml.ns.yang.ietf.inet.types.rev130715.Uri;
import org.opendaylight.yang.gen.v1.urn.opendaylight.l2.types.rev130827.VlanId;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.InterfaceTypeBase;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.InterfaceTypeInternal;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.InterfaceTypeVxlan;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.OvsdbBridgeAugmentationBuilder;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.OvsdbBridgeName;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.OvsdbBridgeProtocolOpenflow13;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.OvsdbFailModeSecure;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.OvsdbNodeAugmentationBuilder;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.OvsdbNodeRef;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.OvsdbTerminationPointAugmentationBuilder;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.ovsdb.bridge.attributes.BridgeOtherConfigsBuilder;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.ovsdb.bridge.attributes.ControllerEntryBuilder;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.ovsdb.bridge.attributes.ProtocolEntryBuilder;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.ovsdb.node.attributes.OpenvswitchExternalIdsBuilder;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.ovsdb.port._interface.attributes.OptionsBuilder;
import org.opendaylight.yang.gen.v1.urn.tbd.params.xml.ns.yang.network.topology.rev131021.NodeId;
import org.opendaylight.yang.gen.v1.urn.tbd.params.xml.ns.yang.network.topology.rev131021.TpId;
import org.opendaylight.yang.gen.v1.urn.tbd.params.xml.ns.yang.network.topology.rev131021.network.topology.topology.Node;
import org.opendaylight.yang.gen.v1.urn.tbd.params.xml.ns.yang.network.topology.rev131021.network.topology.topology.NodeBuilder;
import org.opendaylight.yang.gen.v1.urn.tbd.params.xml.ns.yang.network.topology.rev131021.network.topology.topology.node.TerminationPoint;
import org.opendaylight.yang.gen.v1.urn.tbd.params.xml.ns.yang.network.topology.rev131021.network.topology.topology.node.TerminationPointBuilder;
import org.opendaylight.yang.gen.v1.urn.tbd.params.xml.ns.yang.network.topology.rev131021.network.topology.topology.node.TerminationPointKey;
import org.opendaylight.yangtools.yang.binding.InstanceIdentifier;
import org.opendaylight.yangtools.yang.common.Uint16;
import org.opendaylight.yangtools.yang.common.Uint64;

/** Configures bridges, ports, controllers and mirrors in the datastore and checks a real ovsdb-server. */
public class BridgeConfigTest extends SouthboundTest {
    private static final int VLAN = 7;

    @Test
    public void bridgeIsCreatedWithAllItsParts() throws Exception {
        new Change().put(path("br1"), bridge("br1", "tcp:127.0.0.1:6653", true))
            .put(port("br1", "vx1"), vxlan("vx1"))
            .put(port("br1", "in1"), tp("in1", InterfaceTypeInternal.VALUE, VLAN))
            .put(mirror("br1", "m1"), mirror("m1", "vx1", "in1"))
            .commit();
        awaitBridge("br1");
        assertEquals("in1\nvx1", ovs.vsctl("list-ports", "br1"));
        assertEquals("internal", ovs.vsctl("get", "Interface", "br1", "type"));
        assertEquals("vxlan", ovs.vsctl("get", "Interface", "vx1", "type"));
        assertEquals("{remote_ip=\"192.0.2.1\"}", ovs.vsctl("get", "Interface", "vx1", "options"));
        assertEquals("7", ovs.vsctl("get", "Port", "in1", "tag"));
        assertEquals("[OpenFlow13]", ovs.vsctl("get", "Bridge", "br1", "protocols"));
        assertEquals("secure", ovs.vsctl("get-fail-mode", "br1"));
        assertEquals("tcp:127.0.0.1:6653", ovs.vsctl("get-controller", "br1"));
        assertEquals(ovs.vsctl("get", "Port", "in1", "_uuid"), ovs.vsctl("get", "Mirror", "m1", "output_port"));
        assertEquals("[" + ovs.vsctl("get", "Port", "vx1", "_uuid") + "]",
            ovs.vsctl("get", "Mirror", "m1", "select_src_port"));
        assertTrue("marked as upstream marks it", ovs.vsctl("get", "Bridge", "br1", "external_ids:opendaylight-iid")
            .contains("node-id='" + node.getValue() + "/bridge/br1'"));
        Await.until("the transaction is counted", () -> switchState().getTransactions().getValue().intValue() > 0);
        assertEquals("one transaction", 1, switchState().getTransactions().getValue().intValue());
        Await.until("port and mirror are active", () -> portState("br1", "vx1").getState() == ProgrammingState.Active
            && read(OPER, mirror("br1", "m1")).orElseThrow().getProgramming().getState() == ProgrammingState.Active);
        assertEquals(Set.of(new TpId("vx1")), read(OPER, mirror("br1", "m1")).orElseThrow().getSelectSrcPort());
    }

    @Test
    public void unconfiguredRowsAreDeletedAndForeignOnesKept() throws Exception {
        new Change().put(path("br1"), bridge("br1", "tcp:127.0.0.1:6653", true))
            .put(port("br1", "vx1"), vxlan("vx1")).put(port("br0", "in0"), tp("in0", InterfaceTypeInternal.VALUE, VLAN))
            .put(mirror("br1", "m1"), mirror("m1", "vx1", "vx1"))
            .put(mirror("br0", "m0"), mirror("m0", "p1", "in0")).commit();
        awaitBridge("br1");
        Await.until("the mirror of br0 exists", () -> ovs.count("Mirror") == 2);
        new Change().delete(mirror("br1", "m1")).delete(port("br1", "vx1")).commit();
        Await.until("port and mirror of br1 are gone", () -> ovs.vsctl("list-ports", "br1").isEmpty()
            && ovs.count("Mirror") == 1);
        new Change().delete(path("br1")).delete(path("br0")).commit();
        Await.until("all of ours is gone", () -> ovs.vsctl("list-br").equals("br0") && ovs.count("Mirror") == 0
            && ovs.count("Controller") == 0 && ovs.vsctl("list-ports", "br0").equals("p1\np2\np3"));
        Await.until("the bridge is shown no more", () -> read(OPER, path("br1")).isEmpty());
    }

    @Test
    public void columnRemovedFromOurEntryReturnsToItsDefault() throws Exception {
        new Change().put(path("br1"), bridge("br1", "tcp:127.0.0.1:6653", true))
            .put(port("br1", "vx1"), vxlan("vx1")).put(port("br1", "in1"), tp("in1", InterfaceTypeInternal.VALUE, VLAN))
            .commit();
        awaitBridge("br1");
        final String uuid = ovs.vsctl("get", "Bridge", "br1", "_uuid");
        new Change().put(path("br1"), bridge("br1", "tcp:127.0.0.1:6654", false))
            .put(port("br1", "vx1"), tp("vx1", InterfaceTypeVxlan.VALUE, null))
            .put(port("br1", "in1"), tp("in1", InterfaceTypeInternal.VALUE, null)).commit();
        Await.until("the controller is another", () -> ovs.vsctl("get-controller", "br1").equals("tcp:127.0.0.1:6654"));
        assertEquals("[]", ovs.vsctl("get", "Bridge", "br1", "protocols"));
        assertEquals("[]", ovs.vsctl("get", "Bridge", "br1", "fail_mode"));
        assertEquals("[]", ovs.vsctl("get", "Port", "in1", "tag"));
        assertEquals("{}", ovs.vsctl("get", "Interface", "vx1", "options"));
        assertEquals("the same row", uuid, ovs.vsctl("get", "Bridge", "br1", "_uuid"));
        assertEquals(1, ovs.count("Controller"));
    }

    @Test
    public void ourPortStaysOursWithoutItsType() throws Exception {
        new Change().put(path("br1"), bridge("br1", "tcp:127.0.0.1:6653", true)).put(port("br1", "vx1"), vxlan("vx1"))
            .commit();
        awaitBridge("br1");
        new Change().put(port("br1", "vx1"), tp("vx1", null, VLAN)).commit();
        Await.until("it has the tag", () -> ovs.vsctl("get", "Port", "vx1", "tag").equals(String.valueOf(VLAN)));
        new Change().delete(port("br1", "vx1")).commit();
        Await.until("the unconfigured port is deleted", () -> ovs.vsctl("list-ports", "br1").isEmpty());
    }

    @Test
    public void onlyConfiguredColumnsOfAForeignBridgeAreChanged() throws Exception {
        ovs.vsctl("set", "Bridge", "br0", "other_config:theirs=1", "external_ids:theirs=1", "--",
            "set-controller", "br0", "tcp:127.0.0.1:1");
        new Change().put(path("br0"), bridge("br0", "tcp:127.0.0.1:6653", true)).commit();
        awaitBridge("br0");
        assertEquals("{ours=\"1\", theirs=\"1\"}", ovs.vsctl("get", "Bridge", "br0", "other_config"));
        assertEquals("no mark of ours", "{theirs=\"1\"}", ovs.vsctl("get", "Bridge", "br0", "external_ids"));
        assertEquals("tcp:127.0.0.1:1\ntcp:127.0.0.1:6653",
            String.join("\n", Stream.of(ovs.vsctl("get-controller", "br0").split("\n")).sorted().toList()));
        new Change().delete(path("br0")).commit();
        Await.until("our controller is gone", () -> ovs.vsctl("get-controller", "br0").equals("tcp:127.0.0.1:1"));
        assertEquals("br0", ovs.vsctl("list-br"));
        assertEquals("p1\np2\np3", ovs.vsctl("list-ports", "br0"));
    }

    @Test
    public void ourBridgeStaysUntilItsForeignPortIsDeleted() throws Exception {
        new Change().put(path("br1"), bridge("br1", "tcp:127.0.0.1:6653", true)).commit();
        awaitBridge("br1");
        ovs.vsctl("add-port", "br1", "theirs");
        Await.until("the foreign port is shown", () -> read(OPER, port("br1", "theirs")).isPresent());
        new Change().delete(path("br1")).commit();
        Await.until("the bridge's state is \"in use\"", () -> "in use".equals(bridgeState("br1").getErrorCode()));
        assertTrue(bridgeState("br1").getErrorText(), bridgeState("br1").getErrorText().contains("theirs"));
        ovs.vsctl("del-port", "br1", "theirs");
        Await.until("the bridge is gone", () -> ovs.vsctl("list-br").equals("br0"));
    }

    @Test
    public void portMovesToAnotherBridgeInOneTransaction() throws Exception {
        new Change().put(path("br1"), bridge("br1", "tcp:127.0.0.1:6653", true))
            .put(port("br1", "in1"), tp("in1", InterfaceTypeInternal.VALUE, VLAN)).commit();
        awaitBridge("br1");
        new Change().delete(port("br1", "in1")).put(port("br0", "in1"), tp("in1", InterfaceTypeInternal.VALUE, VLAN))
            .commit();
        Await.until("the port is in br0", () -> ovs.vsctl("port-to-br", "in1").equals("br0"));
        Await.until("both transactions are counted",
            () -> switchState().getTransactions().getValue().intValue() == 2);
        assertEquals(0, switchState().getFailures().getValue().intValue());
    }

    @Test
    public void portWaitsUntilItsNameIsFree() throws Exception {
        new Change().put(path("br1"), bridge("br1", "tcp:127.0.0.1:6653", true))
            .put(port("br1", "p1"), tp("p1", InterfaceTypeInternal.VALUE, VLAN)).commit();
        awaitBridge("br1");
        Await.until("the port's error is shown",
            () -> "name in use".equals(portState("br1", "p1").getErrorCode()));
        ovs.vsctl("del-port", "br0", "p1");
        Await.until("the port exists", () -> ovs.vsctl("port-to-br", "p1").equals("br1"));
    }

    @Test
    public void portsOfAMissingBridgeWaitForIt() throws Exception {
        new Change().put(port("br7", "in7"), tp("in7", InterfaceTypeInternal.VALUE, VLAN)).commit();
        Await.until("the port waits", () -> "no such bridge".equals(portState("br7", "in7").getErrorCode()));
        ovs.vsctl("add-br", "br7");
        Await.until("the port is made", () -> ovs.vsctl("list-ports", "br7").equals("in7"));
        Await.until("and active", () -> portState("br7", "in7").getState() == ProgrammingState.Active);
    }

    @Test
    public void samePortInTwoBridgesIsAnErrorAndChangesNothing() throws Exception {
        new Change().put(path("br1"), bridge("br1", "tcp:127.0.0.1:6653", true))
            .put(port("br1", "in1"), tp("in1", InterfaceTypeInternal.VALUE, VLAN))
            .put(port("br0", "in1"), tp("in1", InterfaceTypeInternal.VALUE, VLAN)).commit();
        awaitBridge("br1");
        Await.until("the port has failed", () -> switchState().nonnullEntry().values().stream().anyMatch(
            entry -> entry.getId().equals("in1") && "invalid".equals(entry.getProgramming().getErrorCode())));
        assertEquals("", ovs.vsctl("list-ports", "br1"));
    }

    @Test
    public void settingsOfTheSwitchAreMergedWithItsOwn() throws Exception {
        ovs.vsctl("set", "Open_vSwitch", ".", "external_ids:theirs=1");
        new Change().put(Paths.node(node), new NodeBuilder().setNodeId(node)
            .addAugmentation(new OvsdbNodeAugmentationBuilder().setOpenvswitchExternalIds(KeyedLists.of(
                pairs("ours", "2"), (key, value) -> new OpenvswitchExternalIdsBuilder().setExternalIdKey(key)
                    .setExternalIdValue(value).build())).build()).build()).commit();
        Await.until("the switch has both settings", () -> ovs.vsctl("get", "Open_vSwitch", ".", "external_ids")
            .equals("{ours=\"2\", theirs=\"1\"}"));
        Await.until("the switch is active", () -> read(OPER, Paths.node(node)).orElseThrow()
            .augmentation(NodeProgramming.class).getProgramming().getState() == ProgrammingState.Active);
    }

    @Test
    public void countersAndErrorsOfInterfacesAreShown() throws Exception {
        ovs.vsctl("set", "Interface", "p1", "statistics:rx_packets=5", "statistics:tx_dropped=2",
            "error=\"could not open\"", "link_state=up", "admin_state=down");
        Await.until("the error is shown", () -> ours("p1").getError() != null);
        assertEquals("could not open", ours("p1").getError());
        assertEquals(Uint64.valueOf(5), ours("p1").nonnullStatistic().get(new StatisticKey("rx_packets")).getValue());
        assertEquals("up", ours("p1").getLinkState().getName());
        assertEquals("down", ours("p1").getAdminState().getName());
        assertNotNull(port("p1").getInterfaceUuid());
    }

    @Test
    public void statusOfInterfacesIsShown() throws Exception {
        assertEquals(Map.of(), status("p1"));
        ovs.vsctl("set", "Interface", "p1", "status:driver_name=veth", "status:qos_types=\"linux-htb linux-cake\"");
        Await.until("it is shown", () -> status("p1").equals(
            Map.of("driver_name", "veth", "qos_types", "linux-htb linux-cake")));
        ovs.vsctl("set", "Interface", "p1", "status:qos_error=\"linux-cake: No such file or directory\"");
        Await.until("the error is shown", () ->
            "linux-cake: No such file or directory".equals(status("p1").get("qos_error")));
        assertEquals(Map.of(), status("p2"));
        ovs.vsctl("remove", "Interface", "p1", "status", "qos_error");
        Await.until("the error is gone", () -> status("p1").size() == 2);
    }

    @Test
    public void configurationCountersAreShown() throws Exception {
        final long before = Long.parseLong(ovs.vsctl("get", "Open_vSwitch", ".", "next_cfg"));
        new Change().queue("queue://q").commit();
        Await.until("the queue exists", () -> ovs.count("Queue") == 1);
        assertEquals("a change by the controller counts like one by ovs-vsctl", Long.toString(before + 1),
            ovs.vsctl("get", "Open_vSwitch", ".", "next_cfg"));
        Await.until("it is shown", () -> root().getNextCfg() == before + 1 && root().getCurCfg() == 0);
        ovs.transact("{\"op\":\"update\",\"table\":\"Open_vSwitch\",\"where\":[],\"row\":{\"cur_cfg\":7}}");
        Await.until("ovs-vswitchd's counter is shown", () -> root().getCurCfg() == 7);
    }

    private NodeProgramming root() throws Exception {
        return read(OPER, Paths.node(node)).orElseThrow().augmentation(NodeProgramming.class);
    }

    private Map<String, String> status(final String port) throws Exception {
        // An interface without a known status has no augmentation.
        return ours(port) == null ? Map.of() : ours(port).nonnullStatus().values().stream()
            .collect(Collectors.toMap(Status::getName, Status::getValue));
    }

    private PortProgramming ours(final String port) throws Exception {
        return read(OPER, portPath(port)).orElseThrow().augmentation(PortProgramming.class);
    }

    private void awaitBridge(final String bridge) {
        Await.until(bridge + " is active", () -> bridgeState(bridge).getState() == ProgrammingState.Active);
    }

    private Programming bridgeState(final String name) throws Exception {
        return read(OPER, path(name)).orElseThrow().augmentation(NodeProgramming.class).getProgramming();
    }

    private Programming portState(final String bridge, final String name) throws Exception {
        return read(OPER, port(bridge, name)).orElseThrow().augmentation(PortProgramming.class).getProgramming();
    }

    private InstanceIdentifier<Node> path(final String bridge) {
        return Paths.node(Paths.bridgeId(node, bridge));
    }

    private InstanceIdentifier<TerminationPoint> port(final String bridge, final String name) {
        return path(bridge).child(TerminationPoint.class, new TerminationPointKey(new TpId(name)));
    }

    private InstanceIdentifier<Mirror> mirror(final String bridge, final String name) {
        return path(bridge).augmentation(NodeProgramming.class).child(Mirror.class, new MirrorKey(name));
    }

    private static Mirror mirror(final String name, final String source, final String output) {
        return new MirrorBuilder().setName(name).setSelectSrcPort(Set.of(new TpId(source)))
            .setOutput(new OutputPortBuilder().setOutputPort(new TpId(output)).build()).build();
    }

    private Node bridge(final String name, final String controller, final boolean full) {
        final NodeId id = Paths.bridgeId(node, name);
        final var bridge = new OvsdbBridgeAugmentationBuilder().setBridgeName(new OvsdbBridgeName(name))
            .setManagedBy(new OvsdbNodeRef(Paths.node(node)))
            .setControllerEntry(KeyedLists.of(Stream.of(controller),
                target -> new ControllerEntryBuilder().setTarget(new Uri(target)).build()));
        if (full) {
            bridge.setFailMode(OvsdbFailModeSecure.VALUE)
                .setProtocolEntry(KeyedLists.of(Stream.of(OvsdbBridgeProtocolOpenflow13.VALUE),
                    protocol -> new ProtocolEntryBuilder().setProtocol(protocol).build()))
                .setBridgeOtherConfigs(KeyedLists.of(Map.of("ours", "1"), (key, value) ->
                    new BridgeOtherConfigsBuilder().setBridgeOtherConfigKey(key).setBridgeOtherConfigValue(value)
                        .build()));
        }
        return new NodeBuilder().setNodeId(id).addAugmentation(bridge.build()).build();
    }

    private static TerminationPoint tp(final String name, final InterfaceTypeBase type, final Integer vlan) {
        return new TerminationPointBuilder().setTpId(new TpId(name)).addAugmentation(
            new OvsdbTerminationPointAugmentationBuilder().setName(name).setInterfaceType(type)
                .setVlanTag(vlan == null ? null : new VlanId(Uint16.valueOf(vlan))).build()).build();
    }

    private static TerminationPoint vxlan(final String name) {
        return new TerminationPointBuilder().setTpId(new TpId(name)).addAugmentation(
            new OvsdbTerminationPointAugmentationBuilder().setName(name).setInterfaceType(InterfaceTypeVxlan.VALUE)
                .setOptions(KeyedLists.of(Map.of("remote_ip", "192.0.2.1"), (key, value) ->
                    new OptionsBuilder().setOption(key).setValue(value).build())).build()).build();
    }
}
