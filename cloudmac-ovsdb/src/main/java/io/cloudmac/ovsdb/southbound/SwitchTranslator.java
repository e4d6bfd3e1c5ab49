// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.ovsdb.southbound;

import io.cloudmac.ovsdb.db.Row;
import io.cloudmac.ovsdb.db.RowKey;
import io.cloudmac.ovsdb.db.Snapshot;
import io.cloudmac.ovsdb.jsonrpc.OvsdbConnection;
import io.cloudmac.ovsdb.plan.Tables;
import java.net.InetSocketAddress;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.opendaylight.yang.gen.v1.urn.cloudmac.ovsdb.rev261121.ConnectionTransport.Transport;
import org.opendaylight.yang.gen.v1.urn.cloudmac.ovsdb.rev261121.ConnectionTransportBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.ovsdb.rev261121.NodeProgrammingBuilder;
import org.opendaylight.yang.gen.v1.urn.ietf.params.xml.ns.yang.ietf.inet.types.rev130715.IpAddress;
import org.opendaylight.yang.gen.v1.urn.ietf.params.xml.ns.yang.ietf.inet.types.rev130715.PortNumber;
import org.opendaylight.yang.gen.v1.urn.ietf.params.xml.ns.yang.ietf.inet.types.rev130715.Uri;
import org.opendaylight.yang.gen.v1.urn.ietf.params.xml.ns.yang.ietf.yang.types.rev130715.Uuid;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.DatapathId;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.OvsdbBridgeAugmentation;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.OvsdbBridgeAugmentationBuilder;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.OvsdbBridgeName;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.OvsdbBridgeRef;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.OvsdbNodeAugmentation;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.OvsdbNodeAugmentationBuilder;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.OvsdbNodeRef;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.QosTypeBase;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.ovsdb.bridge.attributes.BridgeExternalIdsBuilder;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.ovsdb.bridge.attributes.BridgeOtherConfigsBuilder;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.ovsdb.bridge.attributes.ControllerEntry;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.ovsdb.bridge.attributes.ControllerEntryBuilder;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.ovsdb.bridge.attributes.ProtocolEntryBuilder;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.ovsdb.node.attributes.ConnectionInfo;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.ovsdb.node.attributes.ConnectionInfoBuilder;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.ovsdb.node.attributes.DatapathTypeEntryBuilder;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.ovsdb.node.attributes.InterfaceTypeEntryBuilder;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.ovsdb.node.attributes.ManagedNodeEntryBuilder;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.ovsdb.node.attributes.ManagerEntry;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.ovsdb.node.attributes.ManagerEntryBuilder;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.ovsdb.node.attributes.OpenvswitchExternalIdsBuilder;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.ovsdb.node.attributes.OpenvswitchOtherConfigsBuilder;
import org.opendaylight.yang.gen.v1.urn.tbd.params.xml.ns.yang.network.topology.rev131021.NodeId;
import org.opendaylight.yang.gen.v1.urn.tbd.params.xml.ns.yang.network.topology.rev131021.network.topology.topology.Node;
import org.opendaylight.yang.gen.v1.urn.tbd.params.xml.ns.yang.network.topology.rev131021.network.topology.topology.NodeBuilder;
import org.opendaylight.yang.gen.v1.urn.tbd.params.xml.ns.yang.network.topology.rev131021.network.topology.topology.node.TerminationPoint;
import org.opendaylight.yang.gen.v1.urn.tbd.params.xml.ns.yang.network.topology.rev131021.network.topology.topology.node.TerminationPointKey;
import org.opendaylight.yangtools.yang.common.Uint16;
import org.opendaylight.yangtools.yang.common.Uint32;

/** Translates the contents of a switch to nodes of topology ovsdb:1. */
final class SwitchTranslator {
    private static final int LEAST_BACKOFF_MS = 1000;

    private final NodeId switchId;
    private final Snapshot snapshot;
    private final Map<RowKey, EntryState> states;
    private final Map<RowKey, RowKey> places;
    private final PortTranslator ports;
    private final QosTranslator qos;
    private final MirrorTranslator mirrors;

    /**
     * Creates a translator.
     *
     * @param states          programming states of the configured entries
     * @param places          bridges of the configured ports
     * @param configuredTypes configured identities of QoS types, for strings that only they name
     */
    SwitchTranslator(final NodeId switchId, final Snapshot snapshot, final Map<RowKey, EntryState> states,
            final Map<RowKey, RowKey> places, final Map<RowKey, QosTypeBase> configuredTypes) {
        this.switchId = switchId;
        this.snapshot = snapshot;
        this.states = states;
        this.places = places;
        mirrors = new MirrorTranslator(snapshot, states);
        ports = new PortTranslator(switchId, snapshot, states);
        qos = new QosTranslator(switchId, snapshot, states, configuredTypes);
    }

    /** Returns the node of the switch and one for each bridge. */
    Map<NodeId, Node> nodes(final OvsdbConnection connection) {
        final Map<NodeId, Node> nodes = new LinkedHashMap<>();
        final Row root = snapshot.rows(Tables.OPEN_VSWITCH).stream().findFirst().orElse(null);
        if (root == null) {
            return nodes;
        }
        final List<Row> bridges = rows(root, "bridges", Tables.BRIDGE).toList();
        nodes.put(switchId, new NodeBuilder().setNodeId(switchId)
            .addAugmentation(root(root, bridges, connection))
            .addAugmentation(programming(Tables.ROOT)
                .setNextCfg(root.integer("next_cfg").orElse(null))
                .setCurCfg(root.integer("cur_cfg").orElse(null)).build()).build());
        missingBridges().forEach(name -> {
            final NodeId id = Paths.bridgeId(switchId, name);
            nodes.put(id, new NodeBuilder().setNodeId(id).addAugmentation(programming(
                new RowKey(Tables.BRIDGE, name)).setMirror(mirrors.mirrors(name, Stream.empty())).build())
                .setTerminationPoint(points(name, Stream.empty())).build());
        });
        bridges.forEach(bridge -> {
            final NodeId id = Paths.bridgeId(switchId, name(bridge));
            nodes.put(id, new NodeBuilder().setNodeId(id).addAugmentation(bridge(bridge))
                .addAugmentation(programming(new RowKey(Tables.BRIDGE, name(bridge)))
                    .setMirror(mirrors.mirrors(name(bridge), rows(bridge, "mirrors", Tables.MIRROR))).build())
                .setTerminationPoint(points(name(bridge), rows(bridge, "ports", Tables.PORT)))
                .build());
        });
        return nodes;
    }

    /** Returns bridges that are configured or contain configured entries. Bridges of the switch overwrite them. */
    private Set<String> missingBridges() {
        final Set<String> names = new LinkedHashSet<>();
        states.keySet().forEach(key -> {
            if (key.table().equals(Tables.BRIDGE)) {
                names.add(key.id());
            }
        });
        places.values().stream().filter(key -> key.table().equals(Tables.BRIDGE)).map(RowKey::id).forEach(names::add);
        return names;
    }

    private NodeProgrammingBuilder programming(final RowKey key) {
        final EntryState state = states.get(key);
        return new NodeProgrammingBuilder().setProgramming(state == null ? null : state.toBinding());
    }

    private Map<TerminationPointKey, TerminationPoint> points(final String bridge, final Stream<Row> rows) {
        final Map<TerminationPointKey, TerminationPoint> points = new LinkedHashMap<>();
        states.forEach((key, state) -> {
            final RowKey place = places.get(key);
            if (key.table().equals(Tables.PORT) && place != null && place.id().equals(bridge)) {
                final TerminationPoint point = PortTranslator.missing(key.id(), state);
                points.put(point.key(), point);
            }
        });
        rows.map(ports::translate).forEach(point -> points.put(point.key(), point));
        return points;
    }

    private OvsdbNodeAugmentation root(final Row root, final List<Row> bridges,
            final OvsdbConnection connection) {
        return new OvsdbNodeAugmentationBuilder()
            .setConnectionInfo(connectionInfo(connection))
            .setOvsVersion(root.string("ovs_version").orElse(null))
            .setDbVersion(root.string("db_version").orElse(null))
            .setManagedNodeEntry(KeyedLists.of(bridges.stream(), bridge -> new ManagedNodeEntryBuilder()
                .setBridgeRef(new OvsdbBridgeRef(Paths.node(Paths.bridgeId(switchId, name(bridge))))).build()))
            .setDatapathTypeEntry(KeyedLists.of(strings(root, "datapath_types")
                .filter(Identities.DATAPATH_TYPES::containsKey), type -> new DatapathTypeEntryBuilder()
                    .setDatapathType(Identities.DATAPATH_TYPES.get(type)).build()))
            .setInterfaceTypeEntry(KeyedLists.of(strings(root, "iface_types")
                .filter(Identities.INTERFACE_TYPES::containsKey), type -> new InterfaceTypeEntryBuilder()
                    .setInterfaceType(Identities.INTERFACE_TYPES.get(type)).build()))
            .setOpenvswitchExternalIds(KeyedLists.of(root.stringMap(Tables.EXTERNAL_IDS), (key, value) ->
                new OpenvswitchExternalIdsBuilder().setExternalIdKey(key).setExternalIdValue(value).build()))
            .setOpenvswitchOtherConfigs(KeyedLists.of(root.stringMap(Tables.OTHER_CONFIG), (key, value) ->
                new OpenvswitchOtherConfigsBuilder().setOtherConfigKey(key).setOtherConfigValue(value).build()))
            .setManagerEntry(KeyedLists.of(
                rows(root, "manager_options", Tables.MANAGER), SwitchTranslator::manager))
            .setQosEntries(qos.qosEntries())
            .setQueues(qos.queues())
            .build();
    }

    private OvsdbBridgeAugmentation bridge(final Row bridge) {
        return new OvsdbBridgeAugmentationBuilder()
            .setBridgeUuid(new Uuid(bridge.uuid().toString()))
            .setBridgeName(new OvsdbBridgeName(name(bridge)))
            .setManagedBy(new OvsdbNodeRef(Paths.node(switchId)))
            .setDatapathId(bridge.string("datapath_id").filter(id -> id.matches("[0-9a-fA-F]{16}"))
                .map(id -> new DatapathId(id.replaceAll("(..)(?!$)", "$1:"))).orElse(null))
            .setDatapathType(bridge.string("datapath_type").map(Identities.DATAPATH_TYPES::get).orElse(null))
            .setFailMode(bridge.string("fail_mode").map(Identities.FAIL_MODES::get).orElse(null))
            .setStpEnable(bridge.bool("stp_enable").orElse(null))
            .setProtocolEntry(KeyedLists.of(strings(bridge, "protocols")
                .filter(Identities.PROTOCOLS::containsKey), protocol -> new ProtocolEntryBuilder()
                    .setProtocol(Identities.PROTOCOLS.get(protocol)).build()))
            .setControllerEntry(KeyedLists.of(
                rows(bridge, "controller", Tables.CONTROLLER), SwitchTranslator::controller))
            .setBridgeExternalIds(KeyedLists.of(bridge.stringMap(Tables.EXTERNAL_IDS), (key, value) ->
                new BridgeExternalIdsBuilder().setBridgeExternalIdKey(key).setBridgeExternalIdValue(value)
                    .build()))
            .setBridgeOtherConfigs(KeyedLists.of(bridge.stringMap(Tables.OTHER_CONFIG), (key, value) ->
                new BridgeOtherConfigsBuilder().setBridgeOtherConfigKey(key).setBridgeOtherConfigValue(value)
                    .build()))
            .build();
    }

    private static ControllerEntry controller(final Row row) {
        return new ControllerEntryBuilder()
            .setTarget(new Uri(row.string("target").orElse("")))
            .setControllerUuid(new Uuid(row.uuid().toString()))
            .setIsConnected(row.bool("is_connected").orElse(false))
            .setMaxBackoff(row.integer("max_backoff").filter(ms -> ms >= LEAST_BACKOFF_MS)
                .map(Uint32::valueOf).orElse(null))
            .setInactivityProbe(row.integer("inactivity_probe").filter(ms -> ms >= 0)
                .map(Uint32::valueOf).orElse(null))
            .build();
    }

    private static ManagerEntry manager(final Row row) {
        final String connections = row.stringMap("status").getOrDefault("n_connections", "");
        final boolean connected = row.bool("is_connected").orElse(false);
        return new ManagerEntryBuilder()
            .setTarget(new Uri(row.string("target").orElse("")))
            .setConnected(connected)
            // The switch reports the number of connections only if it can exceed one.
            .setNumberOfConnections(connections.matches("[0-9]{1,9}") ? Uint32.valueOf(connections)
                : connected ? Uint32.ONE : Uint32.ZERO)
            .build();
    }

    private static ConnectionInfo connectionInfo(final OvsdbConnection connection) {
        return new ConnectionInfoBuilder()
            .setRemoteIp(ip(connection.remote())).setRemotePort(port(connection.remote()))
            .setLocalIp(ip(connection.local())).setLocalPort(port(connection.local()))
            .addAugmentation(new ConnectionTransportBuilder()
                .setTransport(connection.secure() ? Transport.Tls : Transport.Tcp).build())
            .build();
    }

    private static IpAddress ip(final InetSocketAddress address) {
        return IpAddresses.of(address.getAddress());
    }

    private static PortNumber port(final InetSocketAddress address) {
        return new PortNumber(Uint16.valueOf(address.getPort()));
    }

    private Stream<Row> rows(final Row from, final String column, final String table) {
        return from.references(column).stream().sorted().flatMap(uuid -> snapshot.row(table, uuid).stream());
    }

    private static Stream<String> strings(final Row row, final String column) {
        return row.column(column).atomSet().stream().map(Object::toString).sorted();
    }

    private static String name(final Row row) {
        return row.string(Tables.NAME).orElseThrow();
    }
}
