// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.ovsdb.cli;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.Test;
import org.opendaylight.yang.gen.v1.urn.cloudmac.ovsdb.rev261121.EntryKind;
import org.opendaylight.yang.gen.v1.urn.cloudmac.ovsdb.rev261121.NodeProgrammingBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.ovsdb.rev261121.OvsdbStateBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.ovsdb.rev261121.PortProgrammingBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.ovsdb.rev261121.ProgrammingState;
import org.opendaylight.yang.gen.v1.urn.cloudmac.ovsdb.rev261121.QosProgrammingBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.ovsdb.rev261121.node.programming.Mirror;
import org.opendaylight.yang.gen.v1.urn.cloudmac.ovsdb.rev261121.node.programming.MirrorBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.ovsdb.rev261121.node.programming.mirror.output.OutputPortBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.ovsdb.rev261121.ovsdb.state.Switch.Initiator;
import org.opendaylight.yang.gen.v1.urn.cloudmac.ovsdb.rev261121.ovsdb.state.SwitchBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.ovsdb.rev261121.ovsdb.state._switch.Entry;
import org.opendaylight.yang.gen.v1.urn.cloudmac.ovsdb.rev261121.ovsdb.state._switch.EntryBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.ovsdb.rev261121.programming.ProgrammingBuilder;
import org.opendaylight.yang.gen.v1.urn.ietf.params.xml.ns.yang.ietf.inet.types.rev130715.IpAddress;
import org.opendaylight.yang.gen.v1.urn.ietf.params.xml.ns.yang.ietf.inet.types.rev130715.Ipv6Address;
import org.opendaylight.yang.gen.v1.urn.ietf.params.xml.ns.yang.ietf.inet.types.rev130715.PortNumber;
import org.opendaylight.yang.gen.v1.urn.ietf.params.xml.ns.yang.ietf.inet.types.rev130715.Uri;
import org.opendaylight.yang.gen.v1.urn.ietf.params.xml.ns.yang.ietf.yang.types.rev130715.DateAndTime;
import org.opendaylight.yang.gen.v1.urn.opendaylight.l2.types.rev130827.VlanId;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.InterfaceTypeVxlan;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.OvsdbBridgeAugmentationBuilder;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.OvsdbBridgeName;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.OvsdbFailModeSecure;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.OvsdbNodeAugmentation;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.OvsdbNodeAugmentationBuilder;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.OvsdbNodeRef;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.OvsdbQosRef;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.OvsdbQueueRef;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.OvsdbTerminationPointAugmentationBuilder;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.ovsdb.bridge.attributes.ControllerEntryBuilder;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.ovsdb.node.attributes.ConnectionInfoBuilder;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.ovsdb.node.attributes.QosEntries;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.ovsdb.node.attributes.QosEntriesBuilder;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.ovsdb.node.attributes.QosEntriesKey;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.ovsdb.node.attributes.Queues;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.ovsdb.node.attributes.QueuesBuilder;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.ovsdb.node.attributes.QueuesKey;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.ovsdb.node.attributes.qos.entries.QueueListBuilder;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.ovsdb.port._interface.attributes.OptionsBuilder;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.ovsdb.port._interface.attributes.QosEntryBuilder;
import org.opendaylight.yang.gen.v1.urn.tbd.params.xml.ns.yang.network.topology.rev131021.NetworkTopology;
import org.opendaylight.yang.gen.v1.urn.tbd.params.xml.ns.yang.network.topology.rev131021.NodeId;
import org.opendaylight.yang.gen.v1.urn.tbd.params.xml.ns.yang.network.topology.rev131021.TopologyId;
import org.opendaylight.yang.gen.v1.urn.tbd.params.xml.ns.yang.network.topology.rev131021.TpId;
import org.opendaylight.yang.gen.v1.urn.tbd.params.xml.ns.yang.network.topology.rev131021.network.topology.Topology;
import org.opendaylight.yang.gen.v1.urn.tbd.params.xml.ns.yang.network.topology.rev131021.network.topology.TopologyBuilder;
import org.opendaylight.yang.gen.v1.urn.tbd.params.xml.ns.yang.network.topology.rev131021.network.topology.TopologyKey;
import org.opendaylight.yang.gen.v1.urn.tbd.params.xml.ns.yang.network.topology.rev131021.network.topology.topology.Node;
import org.opendaylight.yang.gen.v1.urn.tbd.params.xml.ns.yang.network.topology.rev131021.network.topology.topology.NodeBuilder;
import org.opendaylight.yang.gen.v1.urn.tbd.params.xml.ns.yang.network.topology.rev131021.network.topology.topology.NodeKey;
import org.opendaylight.yang.gen.v1.urn.tbd.params.xml.ns.yang.network.topology.rev131021.network.topology.topology.node.TerminationPointBuilder;
import org.opendaylight.yangtools.yang.binding.InstanceIdentifier;
import org.opendaylight.yangtools.yang.binding.Key;
import org.opendaylight.yangtools.yang.binding.KeyAware;
import org.opendaylight.yangtools.yang.common.Uint16;
import org.opendaylight.yangtools.yang.common.Uint32;

/** Checks the commands' output for a switch with one row of each kind and two disconnected switches. */
public class OvsdbCommandsTest {
    private static final String NODE = "ovsdb://uuid/1a";
    private static final DateAndTime TIME = new DateAndTime("2026-11-21T12:00:00Z");
    private static final InstanceIdentifier<Topology> TOPOLOGY = InstanceIdentifier.create(NetworkTopology.class)
        .child(Topology.class, new TopologyKey(new TopologyId("ovsdb:1")));
    private static final Switches NONE = Switches.of(null, null);

    private final Switches switches = Switches.of(
        new OvsdbStateBuilder().setSwitch(keyed(
            state(NODE, true).setOwner("member-1").setEntry(keyed(
                entry(EntryKind.Qos, "qos://q", ProgrammingState.Failed),
                entry(EntryKind.Port, "p9", ProgrammingState.Pending))).build(),
            state("ovsdb://uuid/1b", false)
                .setEntry(keyed(entry(EntryKind.Queue, "queue://w", ProgrammingState.Pending))).build(),
            state("ovsdb://HOST2", false).setInitiator(Initiator.Controller).setConnectError("Connection refused")
                .setConnectAttempts(Uint32.valueOf(3)).setNextConnect(TIME).build())).build(),
        new TopologyBuilder().setTopologyId(new TopologyId("ovsdb:1")).setNode(keyed(
            new NodeBuilder().setNodeId(new NodeId(NODE)).addAugmentation(root()).build(),
            bridge("br0"))).build());

    @Test
    public void nodesPrintsOneLinePerSwitch() {
        assertEquals("""
            ovsdb://HOST2|no|2026-11-21T12:00:00Z|Connection refused; attempts: 3; next at 2026-11-21T12:00:00Z||||\
            |0|0
            ovsdb://uuid/1a|yes|2026-11-21T12:00:00Z|[2001:db8::2]:41234|member-1|3.1.0|1|1|1|1
            ovsdb://uuid/1b|no|2026-11-21T12:00:00Z|the switch has not connected|||||0|1
            """, lines(NodeTable.of(switches)));
        assertEquals("", lines(NodeTable.of(NONE)));
    }

    @Test
    public void errorsPrintsFailedEntriesAndOnRequestPendingOnes() {
        final String failed = "ovsdb://uuid/1a|qos|qos://q|failed|constraint violation|not so"
            + "|2026-11-21T12:00:00Z|2|2026-11-21T12:00:00Z\n";
        assertEquals(failed, lines(ErrorTable.of(switches, false)));
        assertEquals(failed + """
            ovsdb://uuid/1a|port|p9|pending|no such port|not yet|2026-11-21T12:00:00Z||
            ovsdb://uuid/1b|queue|queue://w|pending|no such port|not yet|2026-11-21T12:00:00Z||
            """, lines(ErrorTable.of(switches, true)));
    }

    @Test
    public void errorsReportsThatThereAreNone() {
        assertEquals("No entry has failed", ErrorTable.none(NONE, false));
        final String waiting = "ovsdb://uuid/1b";
        assertEquals("No entry has failed; pending: 1 (--all shows them)", ErrorTable.none(
            new Switches(Map.of(waiting, switches.states().get(waiting)), Map.of(), Map.of()), false));
        assertEquals("All configured entries are active", ErrorTable.none(NONE, true));
    }

    @Test
    public void jsonOmitsUnknownValues() {
        final TextTable rows = TextTable.of("Node", "Next attempt", "Failed");
        rows.rows().add(Arrays.asList("a \"b\"", null, 1));
        assertEquals("""
            [ {
              "node" : "a \\"b\\"",
              "failed" : 1
            } ]""", rows.json());
        assertEquals("[]", TextTable.of("Node").json().replace(" ", ""));
    }

    @Test
    public void showPrintsTheWholeSwitch() {
        assertEquals("""
            ovsdb://uuid/1a
                owner: member-1
                connected since 2026-11-21T12:00:00Z: [2001:db8::2]:41234
                ovs_version: 3.1.0
                Bridge br0
                    node: ovsdb://uuid/1a/bridge/br0
                    fail_mode: secure
                    Controller tcp:192.0.2.1:6653
                        connected: yes
                    Port vx1
                        programming: active
                        type: vxlan
                        ofport: 5
                        options: key=7 remote_ip=192.0.2.9
                        tag: 10
                        qos: qos://q
                        error: could not add network device vx1
                    Mirror m1
                        select_all: yes
                        select_src_port: p1 vx1
                        output_port: p2
                QoS qos://q
                    programming: failed since 2026-11-21T12:00:00Z: constraint violation: not so; attempts: 2; \
            next at 2026-11-21T12:00:00Z
                    type: linux-nonesuch
                    queue 1: queue://q1
                Queue queue://q1
            """, SwitchTree.of(switches, NODE));
    }

    @Test
    public void showPrintsPendingEntriesOfADisconnectedSwitch() {
        assertEquals("""
            ovsdb://uuid/1b
                not connected since 2026-11-21T12:00:00Z: the switch has not connected
                queue queue://w: pending since 2026-11-21T12:00:00Z: no such port: not yet
            """, SwitchTree.of(switches, "ovsdb://uuid/1b"));
    }

    @Test
    public void nodeMayBeAbbreviated() {
        assertEquals(NODE, switches.resolve(NODE));
        assertEquals(NODE, switches.resolve("1a"));
        assertEquals("ovsdb://HOST2", switches.resolve("ovsdb://H"));
        assertEquals("1 matches several switches: ovsdb://uuid/1a, ovsdb://uuid/1b", refused(switches, "1"));
        assertEquals("no switch x; known switches: ovsdb://HOST2, ovsdb://uuid/1a, ovsdb://uuid/1b",
            refused(switches, "x"));
        assertEquals("no switch x: no switch is known", refused(NONE, "x"));
    }

    private static String refused(final Switches switches, final String given) {
        return assertThrows(IllegalArgumentException.class, () -> switches.resolve(given)).getMessage();
    }

    private static SwitchBuilder state(final String id, final boolean connected) {
        return new SwitchBuilder().setNodeId(new NodeId(id)).setConnected(connected).setSince(TIME);
    }

    private static Entry entry(final EntryKind kind, final String id, final ProgrammingState state) {
        return new EntryBuilder().setKind(kind).setId(id).setProgramming(programming(state).build()).build();
    }

    private static ProgrammingBuilder programming(final ProgrammingState state) {
        final ProgrammingBuilder programming = new ProgrammingBuilder().setState(state).setTime(TIME);
        return switch (state) {
            case Failed -> programming.setErrorCode("constraint violation").setErrorText("not so")
                .setAttempts(Uint32.TWO).setNextAttempt(TIME);
            case Pending -> programming.setErrorCode("no such port").setErrorText("not yet");
            case Active -> programming;
        };
    }

    private static OvsdbNodeAugmentation root() {
        return new OvsdbNodeAugmentationBuilder().setOvsVersion("3.1.0")
            .setConnectionInfo(new ConnectionInfoBuilder().setRemoteIp(new IpAddress(new Ipv6Address("2001:db8::2")))
                .setRemotePort(new PortNumber(Uint16.valueOf(41234))).build())
            .setQosEntries(keyed(new QosEntriesBuilder().setQosId(new Uri("qos://q"))
                .addAugmentation(new QosProgrammingBuilder().setQosTypeName("linux-nonesuch")
                    .setProgramming(programming(ProgrammingState.Failed).build()).build())
                .setQueueList(keyed(new QueueListBuilder().setQueueNumber(Uint32.ONE)
                    .setQueueRef(new OvsdbQueueRef(node(NODE).augmentation(OvsdbNodeAugmentation.class)
                        .child(Queues.class, new QueuesKey(new Uri("queue://q1"))))).build())).build()))
            .setQueues(keyed(new QueuesBuilder().setQueueId(new Uri("queue://q1")).build())).build();
    }

    private static Node bridge(final String name) {
        final Mirror mirror = new MirrorBuilder().setName("m1").setSelectAll(true)
            .setSelectSrcPort(Set.of(new TpId("vx1"), new TpId("p1")))
            .setOutput(new OutputPortBuilder().setOutputPort(new TpId("p2")).build()).build();
        return new NodeBuilder().setNodeId(new NodeId(NODE + "/bridge/" + name))
            .addAugmentation(new OvsdbBridgeAugmentationBuilder().setBridgeName(new OvsdbBridgeName(name))
                .setManagedBy(new OvsdbNodeRef(node(NODE))).setFailMode(OvsdbFailModeSecure.VALUE)
                .setControllerEntry(keyed(new ControllerEntryBuilder().setTarget(new Uri("tcp:192.0.2.1:6653"))
                    .setIsConnected(true).build())).build())
            .addAugmentation(new NodeProgrammingBuilder().setMirror(keyed(mirror)).build())
            .setTerminationPoint(keyed(new TerminationPointBuilder().setTpId(new TpId("vx1"))
                .addAugmentation(new OvsdbTerminationPointAugmentationBuilder().setName("vx1")
                    .setInterfaceType(InterfaceTypeVxlan.VALUE).setOfport(Uint32.valueOf(5))
                    .setOptions(keyed(new OptionsBuilder().setOption("remote_ip").setValue("192.0.2.9").build(),
                        new OptionsBuilder().setOption("key").setValue("7").build()))
                    .setVlanTag(new VlanId(Uint16.TEN))
                    .setQosEntry(keyed(new QosEntryBuilder().setQosKey(Uint32.ONE)
                        .setQosRef(new OvsdbQosRef(node(NODE).augmentation(OvsdbNodeAugmentation.class)
                            .child(QosEntries.class, new QosEntriesKey(new Uri("qos://q"))))).build())).build())
                .addAugmentation(new PortProgrammingBuilder().setError("could not add network device vx1")
                    .setProgramming(programming(ProgrammingState.Active).build()).build()).build())).build();
    }

    private static InstanceIdentifier<Node> node(final String id) {
        return TOPOLOGY.child(Node.class, new NodeKey(new NodeId(id)));
    }

    @SafeVarargs
    private static <K extends Key<V>, V extends KeyAware<K>> Map<K, V> keyed(final V... entries) {
        return Arrays.stream(entries).collect(Collectors.toMap(V::key, Function.identity()));
    }

    /** Returns the cells of a printed table without its header. */
    private static String lines(final TextTable rows) {
        final ByteArrayOutputStream out = new ByteArrayOutputStream();
        rows.print(new PrintStream(out, true, StandardCharsets.UTF_8));
        return out.toString(StandardCharsets.UTF_8).lines().skip(2)
            .map(line -> line.replaceAll(" *[|│] *", "|").strip()).reduce("", (all, line) -> all + line + "\n");
    }
}
