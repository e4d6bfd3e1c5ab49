// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.qos.rows;

import io.cloudmac.impl.qos.strategies.PortQos;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;
import org.opendaylight.mdsal.binding.api.DataBroker;
import org.opendaylight.mdsal.binding.api.DataTreeChangeListener;
import org.opendaylight.mdsal.binding.api.DataTreeIdentifier;
import org.opendaylight.mdsal.binding.api.DataTreeModification;
import org.opendaylight.mdsal.binding.api.WriteTransaction;
import org.opendaylight.mdsal.common.api.LogicalDatastoreType;
import org.opendaylight.yang.gen.v1.urn.cloudmac.ovsdb.rev261121.NodeProgrammingBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.ovsdb.rev261121.PortProgrammingBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.ovsdb.rev261121.port.programming.Status;
import org.opendaylight.yang.gen.v1.urn.cloudmac.ovsdb.rev261121.port.programming.StatusBuilder;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.DatapathId;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.OvsdbBridgeAugmentationBuilder;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.OvsdbBridgeName;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.OvsdbNodeAugmentation;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.OvsdbNodeAugmentationBuilder;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.OvsdbNodeRef;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.OvsdbTerminationPointAugmentation;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.OvsdbTerminationPointAugmentationBuilder;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.ovsdb.node.attributes.QosEntriesKey;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.ovsdb.node.attributes.QueuesKey;
import org.opendaylight.yang.gen.v1.urn.tbd.params.xml.ns.yang.network.topology.rev131021.NodeId;
import org.opendaylight.yang.gen.v1.urn.tbd.params.xml.ns.yang.network.topology.rev131021.TpId;
import org.opendaylight.yang.gen.v1.urn.tbd.params.xml.ns.yang.network.topology.rev131021.network.topology.Topology;
import org.opendaylight.yang.gen.v1.urn.tbd.params.xml.ns.yang.network.topology.rev131021.network.topology.topology.Node;
import org.opendaylight.yang.gen.v1.urn.tbd.params.xml.ns.yang.network.topology.rev131021.network.topology.topology.NodeBuilder;
import org.opendaylight.yang.gen.v1.urn.tbd.params.xml.ns.yang.network.topology.rev131021.network.topology.topology.NodeKey;
import org.opendaylight.yang.gen.v1.urn.tbd.params.xml.ns.yang.network.topology.rev131021.network.topology.topology.node.TerminationPoint;
import org.opendaylight.yang.gen.v1.urn.tbd.params.xml.ns.yang.network.topology.rev131021.network.topology.topology.node.TerminationPointBuilder;
import org.opendaylight.yang.gen.v1.urn.tbd.params.xml.ns.yang.network.topology.rev131021.network.topology.topology.node.TerminationPointKey;
import org.opendaylight.yangtools.concepts.Registration;
import org.opendaylight.yangtools.yang.common.Uint32;

/** An Open vSwitch with bridge br0 (datapath 1) and ports p1 and p2, together with the southbound that programs it. */
public final class FakeSwitch implements DataTreeChangeListener<Topology>, AutoCloseable {
    static final NodeId SWITCH = new NodeId("ovsdb://uuid/1");
    static final NodeId BRIDGE = new NodeId("ovsdb://uuid/1/bridge/br0");

    /** The difference between the OpenFlow numbers of the two members of each port, which is a bond. */
    public static final int MEMBER = 10;

    private final DataBroker broker;
    private final Registration registration;
    private final List<Optional<PortQos>> historyOfP1 = new ArrayList<>();
    private final ExecutorService executor = Executors.newSingleThreadExecutor();
    private boolean disconnected;
    private boolean slow;
    private long next;
    private long current;
    private Map<String, String> status = Map.of();

    public FakeSwitch(final DataBroker broker) {
        this.broker = broker;
        program();
        registration = broker.registerDataTreeChangeListener(
            DataTreeIdentifier.create(LogicalDatastoreType.CONFIGURATION, OvsdbPort.TOPOLOGY), this);
    }

    @Override
    public void onDataTreeChanged(final Collection<DataTreeModification<Topology>> changes) {
        // The datastore calls listeners on the thread that commits.
        executor.execute(this::program);
    }

    /** Closes or reopens its OVSDB session. */
    public synchronized void setDisconnected(final boolean now) {
        disconnected = now;
        program();
    }

    /** Sets the status of the interface of each port. */
    public synchronized void setStatus(final Map<String, String> now) {
        status = now;
        program();
    }

    /** Sets whether it only stores rows in its database, or also applies them. */
    public synchronized void setSlow(final boolean now) {
        slow = now;
        program();
    }

    /** Returns the QoS rows that port p1 has had, in order. */
    public synchronized List<Optional<PortQos>> historyOfP1() {
        return List.copyOf(historyOfP1);
    }

    /** Returns the current QoS row of a port. */
    public Optional<PortQos> qos(final String port) throws Exception {
        try (var transaction = broker.newReadOnlyTransaction()) {
            return new OvsdbView(transaction.read(LogicalDatastoreType.OPERATIONAL, OvsdbPort.TOPOLOGY).get())
                .at(new OvsdbPort(SWITCH, BRIDGE, new TpId(port))).map(ReferencedQos::qos);
        }
    }

    /** Returns the ids of all QoS and Queue rows. */
    public List<String> rows() throws Exception {
        try (var transaction = broker.newReadOnlyTransaction()) {
            final OvsdbNodeAugmentation node = transaction.read(LogicalDatastoreType.OPERATIONAL,
                OvsdbPort.node(SWITCH)).get().orElseThrow().augmentation(OvsdbNodeAugmentation.class);
            final List<String> ids = new ArrayList<>();
            node.nonnullQosEntries().keySet().stream().map(QosEntriesKey::getQosId)
                .forEach(id -> ids.add(id.getValue()));
            node.nonnullQueues().keySet().stream().map(QueuesKey::getQueueId).forEach(id -> ids.add(id.getValue()));
            return ids.stream().sorted().toList();
        }
    }

    @Override
    public void close() {
        registration.close();
        executor.shutdownNow();
    }

    @SuppressWarnings("checkstyle:IllegalCatch")
    private synchronized void program() {
        next++;
        current = slow ? current : next;
        final var transaction = broker.newWriteOnlyTransaction();
        try (var reading = broker.newReadOnlyTransaction()) {
            final Map<NodeKey, Node> configured = reading.read(LogicalDatastoreType.CONFIGURATION,
                OvsdbPort.TOPOLOGY).get().map(Topology::nonnullNode).orElse(Map.of());
            transaction.delete(LogicalDatastoreType.OPERATIONAL, OvsdbPort.node(SWITCH));
            transaction.delete(LogicalDatastoreType.OPERATIONAL, OvsdbPort.node(BRIDGE));
            if (!disconnected) {
                put(transaction, root(configured.get(new NodeKey(SWITCH))));
                put(transaction, bridge(configured.get(new NodeKey(BRIDGE))));
            }
            transaction.commit().get();
            final Optional<PortQos> now = qos("p1");
            if (historyOfP1.isEmpty() || !historyOfP1.get(historyOfP1.size() - 1).equals(now)) {
                historyOfP1.add(now);
            }
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private static void put(final WriteTransaction transaction, final Node node) {
        transaction.mergeParentStructurePut(LogicalDatastoreType.OPERATIONAL, OvsdbPort.node(node.getNodeId()), node);
    }

    private Node root(final Node configured) {
        final OvsdbNodeAugmentationBuilder ovsdb = new OvsdbNodeAugmentationBuilder().setDbVersion("8.3.1");
        final OvsdbNodeAugmentation rows = configured == null ? null
            : configured.augmentation(OvsdbNodeAugmentation.class);
        if (rows != null) {
            ovsdb.setQosEntries(rows.getQosEntries()).setQueues(rows.getQueues());
        }
        return new NodeBuilder().setNodeId(SWITCH).addAugmentation(ovsdb.build())
            .addAugmentation(new NodeProgrammingBuilder().setNextCfg(next).setCurCfg(current).build()).build();
    }

    private Node bridge(final Node configured) {
        final Map<TerminationPointKey, TerminationPoint> ports = new LinkedHashMap<>();
        for (int number = 1; number <= 2; number++) {
            final TerminationPointKey key = new TerminationPointKey(new TpId("p" + number));
            final TerminationPoint tp = configured == null ? null : configured.nonnullTerminationPoint().get(key);
            final var ovsdb = tp == null ? null : tp.augmentation(OvsdbTerminationPointAugmentation.class);
            ports.put(key, new TerminationPointBuilder().withKey(key).addAugmentation(
                new OvsdbTerminationPointAugmentationBuilder().setOfport(Uint32.valueOf(number))
                    .setQosEntry(ovsdb == null ? null : ovsdb.getQosEntry()).build())
                .addAugmentation(new PortProgrammingBuilder()
                    .setOfport(Set.of(Uint32.valueOf(number), Uint32.valueOf(number + MEMBER)))
                    .setStatus(status.entrySet().stream().map(each ->
                    new StatusBuilder().setName(each.getKey()).setValue(each.getValue()).build())
                    .collect(Collectors.toMap(Status::key, each -> each))).build()).build());
        }
        return new NodeBuilder().setNodeId(BRIDGE).setTerminationPoint(ports).addAugmentation(
            new OvsdbBridgeAugmentationBuilder().setBridgeName(new OvsdbBridgeName("br0"))
                .setDatapathId(new DatapathId("00:00:00:00:00:00:00:01"))
                .setManagedBy(new OvsdbNodeRef(OvsdbPort.node(SWITCH))).build()).build();
    }
}
