// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.ovsdb.southbound;

import static org.junit.Assert.assertEquals;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.cloudmac.ovsdb.southbound.RandomModel.OwnBridge;
import io.cloudmac.ovsdb.southbound.RandomModel.OwnPort;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.Before;
import org.junit.Test;
import org.opendaylight.yang.gen.v1.urn.cloudmac.ovsdb.rev261121.NodeProgramming;
import org.opendaylight.yang.gen.v1.urn.cloudmac.ovsdb.rev261121.node.programming.Mirror;
import org.opendaylight.yang.gen.v1.urn.cloudmac.ovsdb.rev261121.node.programming.MirrorBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.ovsdb.rev261121.node.programming.MirrorKey;
import org.opendaylight.yang.gen.v1.urn.cloudmac.ovsdb.rev261121.node.programming.mirror.output.OutputVlanBuilder;
import org.opendaylight.yang.gen.v1.urn.ietf.params.xml.ns.yang.ietf.inet.types.rev130715.PortNumber;
import org.opendaylight.yang.gen.v1.urn.ietf.params.xml.ns.yang.ietf.inet.types.rev130715.Uri;
import org.opendaylight.yang.gen.v1.urn.opendaylight.l2.types.rev130827.VlanId;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.InterfaceTypeInternal;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.OvsdbBridgeAugmentation;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.OvsdbBridgeAugmentationBuilder;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.OvsdbBridgeName;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.OvsdbFailModeSecure;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.OvsdbNodeAugmentation;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.OvsdbTerminationPointAugmentationBuilder;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.QosTypeLinuxHtb;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.ovsdb.bridge.attributes.ControllerEntryBuilder;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.ovsdb.node.attributes.ConnectionInfo;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.ovsdb.node.attributes.ConnectionInfoBuilder;
import org.opendaylight.yang.gen.v1.urn.tbd.params.xml.ns.yang.network.topology.rev131021.NodeId;
import org.opendaylight.yang.gen.v1.urn.tbd.params.xml.ns.yang.network.topology.rev131021.TpId;
import org.opendaylight.yang.gen.v1.urn.tbd.params.xml.ns.yang.network.topology.rev131021.network.topology.topology.Node;
import org.opendaylight.yang.gen.v1.urn.tbd.params.xml.ns.yang.network.topology.rev131021.network.topology.topology.node.TerminationPoint;
import org.opendaylight.yang.gen.v1.urn.tbd.params.xml.ns.yang.network.topology.rev131021.network.topology.topology.node.TerminationPointBuilder;
import org.opendaylight.yang.gen.v1.urn.tbd.params.xml.ns.yang.network.topology.rev131021.network.topology.topology.node.TerminationPointKey;
import org.opendaylight.yangtools.yang.binding.InstanceIdentifier;
import org.opendaylight.yangtools.yang.common.Uint16;

/**
 * Configures, disconnects and edits the switch by hand in random order. In the end the switch has exactly
 * the configured rows, and all foreign rows.
 *
 * <p>Properties: {@code ovsdb.sequences} is the number of sequences, {@code ovsdb.seed} the seed,
 * {@code ovsdb.report} a file for the number of sequences and mismatches.
 */
public class RandomSequenceTest extends SouthboundTest {
    private static final int SEQUENCES = Integer.getInteger("ovsdb.sequences", 40);
    private static final long SEED = Long.getLong("ovsdb.seed", 1);
    private static final int STEPS = 8;
    private static final int MOST_MISMATCHES = 3;
    private static final List<String> IDS = List.of("a", "b", "c");
    private static final List<String> PORTS = List.of("p1", "p2", "p3");
    private static final List<String> OWN_PORTS = List.of("n1", "n2", "n3");
    private static final List<String> OWN_BRIDGES = List.of("b1", "b2");
    private static final List<String> BRIDGES = List.of("br0", "b1", "b2");
    private static final Set<String> TABLES = Set.of("Queue", "QoS");

    private final RandomModel model = new RandomModel();

    @Override
    @Before
    public void startAll() throws Exception {
        // The controller connects, since it retries after milliseconds and a switch after seconds.
        ovs = new RealSwitch("ptcp:0:127.0.0.1");
        link = new FlakyLink(new InetSocketAddress(InetAddress.getLoopbackAddress(), ovs.port()));
        node = new NodeId("ovsdb://random");
        southbound = new OvsdbSouthbound(getDataBroker(), EntryNotifier.NONE, loopback(0), null, LIMITS, DELAYS,
            new OvsdbSouthbound.Outgoing(null, new Backoff.Limits(Duration.ofMillis(5), Duration.ofMillis(50))),
            OvsdbSouthbound.Cluster.alone());
        new Change().put(Paths.node(node).augmentation(OvsdbNodeAugmentation.class).child(ConnectionInfo.class),
            new ConnectionInfoBuilder().setRemoteIp(IpAddresses.of(InetAddress.getLoopbackAddress()))
                .setRemotePort(new PortNumber(Uint16.valueOf(link.target().split(":")[2]))).build()).commit();
        awaitConnected();
    }

    @Test
    public void switchEndsAsConfigured() throws Exception {
        final List<String> mismatches = new ArrayList<>();
        int sequences = 0;
        while (sequences < SEQUENCES && mismatches.size() < MOST_MISMATCHES) {
            final long seed = SEED * 1_000_000 + sequences++;
            final Random random = new Random(seed);
            final List<String> done = new ArrayList<>();
            for (int step = 0; step < STEPS; step++) {
                done.add(step(random));
            }
            link.breakAt(FlakyLink.Break.NEVER);
            link.down();
            link.up();
            settle();
            try {
                Await.until("after sequence " + seed + " " + done + " the switch is as configured",
                    () -> model.expected("br0", PORTS).equals(actual()));
            } catch (final AssertionError e) {
                mismatches.add(e.getMessage() + ": expected " + model.expected("br0", PORTS) + ", is " + actual());
            }
        }
        report(sequences, mismatches.size());
        assertEquals(List.of(), mismatches);
    }

    private String step(final Random random) throws Exception {
        final String id = any(random, IDS);
        final String value = String.valueOf(1 + random.nextInt(9));
        switch (random.nextInt(15)) {
            case 0, 1:
                model.queues.put(id, value);
                new Change().queue(id, "min-rate", value).commit();
                return "queue " + id + " has " + value;
            case 2:
                return remove(model.queues, id, Paths.queue(node, queueKey(id)));
            case 3, 4:
                model.entries.put(id, any(random, IDS));
                new Change().qos(id, QosTypeLinuxHtb.VALUE, Map.of(1, model.entries.get(id))).commit();
                return "qos " + id + " with queue " + model.entries.get(id);
            case 5, 6:
                final String port = any(random, PORTS);
                if (random.nextBoolean()) {
                    return remove(model.ports, port, portPath(port));
                }
                model.ports.put(port, id);
                new Change().port(port, id).commit();
                return port + " has " + id;
            case 7:
                return bridge(random, any(random, OWN_BRIDGES));
            case 8, 9:
                return ownPort(random, any(random, OWN_PORTS), value);
            case 10:
                return mirror(random, any(random, BRIDGES), value);
            case 11, 12:
                return breakLink(random);
            default:
                return byHand(random, value);
        }
    }

    private String bridge(final Random random, final String name) throws Exception {
        final var path = Paths.node(Paths.bridgeId(node, name)).augmentation(OvsdbBridgeAugmentation.class);
        if (random.nextInt(3) == 0) {
            return remove(model.bridges, name, path);
        }
        final OwnBridge bridge = new OwnBridge(random.nextBoolean(),
            any(random, List.of("none", "tcp:127.0.0.1:1", "tcp:127.0.0.1:2")));
        model.bridges.put(name, bridge);
        new Change().put(path, new OvsdbBridgeAugmentationBuilder().setBridgeName(new OvsdbBridgeName(name))
            .setFailMode(bridge.secure() ? OvsdbFailModeSecure.VALUE : null)
            .setControllerEntry(KeyedLists.of(Stream.of(bridge.controller()).filter(target -> !target.equals("none")),
                target -> new ControllerEntryBuilder().setTarget(new Uri(target)).build()))
            .build()).commit();
        return "bridge " + name + " " + bridge;
    }

    private String ownPort(final Random random, final String name, final String tag) throws Exception {
        final OwnPort before = model.own.remove(name);
        final Change change = new Change();
        if (before != null) {
            change.delete(path(before.bridge(), name));
        }
        if (random.nextInt(3) > 0) {
            final OwnPort port = new OwnPort(any(random, BRIDGES), tag);
            model.own.put(name, port);
            change.put(path(port.bridge(), name), new TerminationPointBuilder().setTpId(new TpId(name))
                .addAugmentation(new OvsdbTerminationPointAugmentationBuilder().setName(name)
                    .setInterfaceType(InterfaceTypeInternal.VALUE).setVlanTag(new VlanId(Uint16.valueOf(tag)))
                    .build()).build());
        }
        change.commit();
        return "port " + name + " " + model.own.get(name);
    }

    private String mirror(final Random random, final String bridge, final String vlan) throws Exception {
        final InstanceIdentifier<Mirror> path = mirrorPath(bridge);
        if (random.nextInt(3) == 0) {
            return remove(model.mirrors, bridge + "/m", path);
        }
        model.mirrors.put(bridge + "/m", vlan);
        new Change().put(path, new MirrorBuilder().setName("m").setSelectAll(true)
            .setOutput(new OutputVlanBuilder().setOutputVlan(Uint16.valueOf(vlan)).build()).build()).commit();
        return "mirror in " + bridge + " to " + vlan;
    }

    private String breakLink(final Random random) {
        switch (random.nextInt(4)) {
            case 0:
                link.down();
                return "link down";
            case 1:
                link.down();
                link.up();
                return "link down and up";
            case 2:
                link.up();
                link.breakAt(FlakyLink.Break.BEFORE_TRANSACTION);
                return "link breaks before the next transaction";
            default:
                link.up();
                link.breakAt(FlakyLink.Break.AFTER_TRANSACTION);
                return "link breaks after the next transaction";
        }
    }

    /** Changes one of the controller's rows on the switch. */
    private String byHand(final Random random, final String value) throws Exception {
        switch (random.nextInt(6)) {
            case 0:
                final StringBuilder operations = new StringBuilder();
                PORTS.forEach(port -> operations.append(update("Port", port, "{\"qos\":[\"set\",[]]}")).append(','));
                TABLES.forEach(table -> operations.append("{\"op\":\"delete\",\"table\":\"").append(table)
                    .append("\",\"where\":[]},"));
                ovs.transact(operations.substring(0, operations.length() - 1));
                return "rows destroyed";
            case 1:
                ovs.transact("{\"op\":\"update\",\"table\":\"Queue\",\"where\":[],\"row\":"
                    + "{\"other_config\":[\"map\",[[\"min-rate\",\"" + value + "\"],[\"theirs\",\"1\"]]]}}");
                return "queues changed";
            case 2:
                ovs.transact(update("Port", any(random, OWN_PORTS), "{\"tag\":" + value + "}"));
                return "tag changed";
            case 3:
                ovs.transact(update("Bridge", any(random, OWN_BRIDGES),
                    "{\"controller\":[\"set\",[]],\"fail_mode\":\"standalone\",\"mirrors\":[\"set\",[]]}"));
                return "bridge changed";
            case 4:
                final String port = any(random, OWN_PORTS);
                final String uuid = ovs.transact("{\"op\":\"select\",\"table\":\"Port\",\"where\":[[\"name\",\"==\",\""
                    + port + "\"]],\"columns\":[\"_uuid\"]}").path(0).path("rows").path(0).path("_uuid").toString();
                if (!uuid.isEmpty()) {
                    ovs.transact("{\"op\":\"mutate\",\"table\":\"Bridge\",\"where\":[],\"mutations\":"
                        + "[[\"ports\",\"delete\",[\"set\",[" + uuid + "]]]]}");
                }
                return port + " removed";
            default:
                final String bridge = ovs.transact("{\"op\":\"select\",\"table\":\"Bridge\",\"where\":"
                    + "[[\"name\",\"!=\",\"br0\"]],\"columns\":[\"_uuid\"]}").path(0).path("rows").path(0).path("_uuid")
                    .toString();
                if (!bridge.isEmpty()) {
                    ovs.transact("{\"op\":\"mutate\",\"table\":\"Open_vSwitch\",\"where\":[],\"mutations\":"
                        + "[[\"bridges\",\"delete\",[\"set\",[" + bridge + "]]]]}");
                }
                return "bridge removed";
        }
    }

    /** Removes dangling references from the configuration, since their entries would stay pending forever. */
    private void settle() throws Exception {
        for (final String port : List.copyOf(model.ports.keySet())) {
            if (!model.entries.containsKey(model.ports.get(port))) {
                remove(model.ports, port, portPath(port));
            }
        }
        for (final String queue : List.copyOf(model.entries.values())) {
            if (!model.queues.containsKey(queue)) {
                model.queues.put(queue, "1");
                new Change().queue(queue, "min-rate", "1").commit();
            }
        }
        for (final String port : List.copyOf(model.own.keySet())) {
            if (isMissing(model.own.get(port).bridge())) {
                remove(model.own, port, path(model.own.get(port).bridge(), port));
            }
        }
        for (final String bridge : OWN_BRIDGES) {
            if (isMissing(bridge)) {
                remove(model.mirrors, bridge + "/m", mirrorPath(bridge));
            }
        }
    }

    private boolean isMissing(final String bridge) {
        return OWN_BRIDGES.contains(bridge) && !model.bridges.containsKey(bridge);
    }

    private String remove(final Map<String, ?> from, final String key, final InstanceIdentifier<?> path)
            throws Exception {
        if (from.remove(key) != null) {
            new Change().delete(path).commit();
        }
        return "no " + path.getTargetType().getSimpleName() + " " + key;
    }

    private Map<String, String> actual() throws IOException {
        return RandomModel.actual(ovs.transact(RandomModel.SELECT));
    }

    private InstanceIdentifier<TerminationPoint> path(final String bridge, final String port) {
        return nodePath(bridge).child(TerminationPoint.class, new TerminationPointKey(new TpId(port)));
    }

    private InstanceIdentifier<Mirror> mirrorPath(final String bridge) {
        return nodePath(bridge).augmentation(NodeProgramming.class).child(Mirror.class, new MirrorKey("m"));
    }

    private InstanceIdentifier<Node> nodePath(final String bridge) {
        return Paths.node(Paths.bridgeId(node, bridge));
    }

    private static String update(final String table, final String name, final String row) {
        return "{\"op\":\"update\",\"table\":\"" + table + "\",\"where\":[[\"name\",\"==\",\"" + name + "\"]],\"row\":"
            + row + "}";
    }

    private static <T> T any(final Random random, final List<T> list) {
        return list.get(random.nextInt(list.size()));
    }

    private static void report(final int sequences, final int mismatches) throws IOException {
        final String file = System.getProperty("ovsdb.report");
        if (file != null) {
            Files.writeString(Path.of(file), JsonNodeFactory.instance.objectNode()
                .put("random_sequences", sequences).put("mismatches", mismatches).put("seed", SEED).toString());
        }
    }
}
