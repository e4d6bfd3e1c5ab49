// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.ovsdb.southbound;

import io.cloudmac.ovsdb.jsonrpc.OvsdbServer;
import io.netty.handler.ssl.SslContext;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.After;
import org.junit.Before;
import org.opendaylight.mdsal.binding.api.ReadTransaction;
import org.opendaylight.mdsal.binding.api.WriteTransaction;
import org.opendaylight.mdsal.binding.dom.adapter.test.AbstractConcurrentDataBrokerTest;
import org.opendaylight.mdsal.common.api.LogicalDatastoreType;
import org.opendaylight.yang.gen.v1.urn.cloudmac.ovsdb.rev261121.PortProgramming;
import org.opendaylight.yang.gen.v1.urn.cloudmac.ovsdb.rev261121.ProgrammingState;
import org.opendaylight.yang.gen.v1.urn.cloudmac.ovsdb.rev261121.QosProgramming;
import org.opendaylight.yang.gen.v1.urn.cloudmac.ovsdb.rev261121.QueueProgramming;
import org.opendaylight.yang.gen.v1.urn.cloudmac.ovsdb.rev261121.ovsdb.state.Switch;
import org.opendaylight.yang.gen.v1.urn.cloudmac.ovsdb.rev261121.programming.Programming;
import org.opendaylight.yang.gen.v1.urn.ietf.params.xml.ns.yang.ietf.inet.types.rev130715.Uri;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.OvsdbQosRef;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.OvsdbQueueRef;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.OvsdbTerminationPointAugmentation;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.OvsdbTerminationPointAugmentationBuilder;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.QosTypeBase;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.QosTypeLinuxHtb;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.ovsdb.node.attributes.QosEntries;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.ovsdb.node.attributes.QosEntriesBuilder;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.ovsdb.node.attributes.QosEntriesKey;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.ovsdb.node.attributes.Queues;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.ovsdb.node.attributes.QueuesBuilder;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.ovsdb.node.attributes.QueuesKey;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.ovsdb.node.attributes.qos.entries.QosOtherConfigBuilder;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.ovsdb.node.attributes.qos.entries.QueueListBuilder;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.ovsdb.node.attributes.queues.QueuesOtherConfigBuilder;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.ovsdb.port._interface.attributes.QosEntryBuilder;
import org.opendaylight.yang.gen.v1.urn.tbd.params.xml.ns.yang.network.topology.rev131021.NodeId;
import org.opendaylight.yang.gen.v1.urn.tbd.params.xml.ns.yang.network.topology.rev131021.TpId;
import org.opendaylight.yang.gen.v1.urn.tbd.params.xml.ns.yang.network.topology.rev131021.network.topology.topology.node.TerminationPoint;
import org.opendaylight.yang.gen.v1.urn.tbd.params.xml.ns.yang.network.topology.rev131021.network.topology.topology.node.TerminationPointBuilder;
import org.opendaylight.yang.gen.v1.urn.tbd.params.xml.ns.yang.network.topology.rev131021.network.topology.topology.node.TerminationPointKey;
import org.opendaylight.yangtools.yang.binding.DataObject;
import org.opendaylight.yangtools.yang.binding.InstanceIdentifier;
import org.opendaylight.yangtools.yang.common.Uint32;
import org.opendaylight.yangtools.yang.common.Uint8;

/** Provides tests with a southbound on an in-memory datastore and a real ovsdb-server that connects to it. */
public abstract class SouthboundTest extends AbstractConcurrentDataBrokerTest {
    static final LogicalDatastoreType CONFIG = LogicalDatastoreType.CONFIGURATION;
    static final LogicalDatastoreType OPER = LogicalDatastoreType.OPERATIONAL;
    static final OvsdbServer.ConnectionLimits LIMITS =
        new OvsdbServer.ConnectionLimits(Duration.ofSeconds(2), Duration.ofSeconds(5), 1024 * 1024);
    static final Reconciler.Delays DELAYS =
        new Reconciler.Delays(Duration.ofMillis(200), Duration.ofMillis(20), Duration.ofSeconds(2));

    OvsdbSouthbound southbound;
    RealSwitch ovs;
    FlakyLink link;
    NodeId node;

    protected SouthboundTest() {
        super(true);
    }

    @Before
    public void startAll() throws Exception {
        southbound = new OvsdbSouthbound(getDataBroker(), notifier(), loopback(0), tls(), LIMITS, delays(),
            OvsdbSouthbound.Outgoing.PLAIN, OvsdbSouthbound.Cluster.alone());
        link = new FlakyLink(southbound.address());
        ovs = new RealSwitch();
        node = new NodeId("ovsdb://uuid/" + ovs.uuid());
        connect();
        Await.until("the switch is in the operational datastore", () -> read(OPER, Paths.node(node)).isPresent());
    }

    @After
    public void stopAll() throws Exception {
        southbound.close();
        link.close();
        ovs.close();
    }

    /** Returns the receiver of notifications. */
    EntryNotifier notifier() {
        return EntryNotifier.NONE;
    }

    /** Returns the server side of TLS, or null. */
    SslContext tls() throws Exception {
        return null;
    }

    /** Returns the delays and the treatment of foreign changes. */
    Reconciler.Delays delays() {
        return DELAYS;
    }

    void connect() throws Exception {
        ovs.connectTo(link.target());
    }

    static InetSocketAddress loopback(final int port) {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    }

    /** Changes the configuration in one transaction. */
    final class Change {
        private final WriteTransaction transaction = getDataBroker().newWriteOnlyTransaction();

        Change queue(final String id, final String... config) {
            return queue(id, null, config);
        }

        Change queue(final String id, final Integer dscp, final String... config) {
            final QueuesKey key = queueKey(id);
            return put(Paths.queue(node, key), new QueuesBuilder().withKey(key)
                .setDscp(dscp == null ? null : Uint8.valueOf(dscp))
                .setQueuesOtherConfig(KeyedLists.of(pairs(config), (name, value) -> new QueuesOtherConfigBuilder()
                    .setQueueOtherConfigKey(name).setQueueOtherConfigValue(value).build()))
                .build());
        }

        Change qos(final String id, final QosTypeBase type, final Map<Integer, String> queues,
                final String... config) {
            return put(Paths.qos(node, qosKey(id)), qosEntry(id, type, queues, config).build());
        }

        Change port(final String name, final String qos) {
            return put(portPath(name), new TerminationPointBuilder().setTpId(new TpId(name))
                .addAugmentation(new OvsdbTerminationPointAugmentationBuilder()
                    .setName(name)
                    .setQosEntry(KeyedLists.of(Stream.of(qos), id -> new QosEntryBuilder()
                        .setQosKey(Uint32.ONE).setQosRef(new OvsdbQosRef(Paths.qos(node, qosKey(id)))).build()))
                    .build()).build());
        }

        <T extends DataObject> Change put(final InstanceIdentifier<T> path, final T data) {
            transaction.mergeParentStructurePut(CONFIG, path, data);
            return this;
        }

        Change delete(final InstanceIdentifier<?> path) {
            transaction.delete(CONFIG, path);
            return this;
        }

        void commit() throws Exception {
            transaction.commit().get();
        }
    }

    /** Configures HTB with two queues on p1 in one change. */
    final void configureHtb() throws Exception {
        new Change()
            .queue("queue://cm-1", "min-rate", "1000000")
            .queue("queue://cm-2", "min-rate", "2000000")
            .qos("qos://cm-p1", QosTypeLinuxHtb.VALUE, Map.of(0, "queue://cm-1", 1, "queue://cm-2"),
                "max-rate", "100000000")
            .port("p1", "qos://cm-p1")
            .commit();
    }

    final QosEntriesBuilder qosEntry(final String id, final QosTypeBase type, final Map<Integer, String> queues,
            final String... config) {
        return new QosEntriesBuilder().withKey(qosKey(id)).setQosType(type)
            .setQueueList(KeyedLists.of(queues.entrySet().stream(), entry -> new QueueListBuilder()
                .setQueueNumber(Uint32.valueOf(entry.getKey()))
                .setQueueRef(new OvsdbQueueRef(Paths.queue(node, queueKey(entry.getValue())))).build()))
            .setQosOtherConfig(KeyedLists.of(pairs(config), (name, value) -> new QosOtherConfigBuilder()
                .setOtherConfigKey(name).setOtherConfigValue(value).build()));
    }

    final InstanceIdentifier<TerminationPoint> portPath(final String name) {
        return Paths.node(Paths.bridgeId(node, "br0"))
            .child(TerminationPoint.class, new TerminationPointKey(new TpId(name)));
    }

    static QosEntriesKey qosKey(final String id) {
        return new QosEntriesKey(new Uri(id));
    }

    static QueuesKey queueKey(final String id) {
        return new QueuesKey(new Uri(id));
    }

    final <T extends DataObject> Optional<T> read(final LogicalDatastoreType store, final InstanceIdentifier<T> path)
            throws Exception {
        try (ReadTransaction transaction = getDataBroker().newReadOnlyTransaction()) {
            return transaction.read(store, path).get();
        }
    }

    final QosEntries qos(final String id) throws Exception {
        return read(OPER, Paths.qos(node, qosKey(id))).orElseThrow();
    }

    final Queues queue(final String id) throws Exception {
        return read(OPER, Paths.queue(node, queueKey(id))).orElseThrow();
    }

    final Programming qosState(final String id) throws Exception {
        return qos(id).augmentation(QosProgramming.class).getProgramming();
    }

    final Programming queueState(final String id) throws Exception {
        return queue(id).augmentation(QueueProgramming.class).getProgramming();
    }

    final Programming portState(final String name) throws Exception {
        return read(OPER, portPath(name)).orElseThrow().augmentation(PortProgramming.class).getProgramming();
    }

    final Switch switchState() throws Exception {
        return read(OPER, Paths.state(node)).orElseThrow();
    }

    final OvsdbTerminationPointAugmentation port(final String name) throws Exception {
        return read(OPER, portPath(name)).orElseThrow().augmentation(OvsdbTerminationPointAugmentation.class);
    }

    final void awaitActive(final String qos) {
        Await.until(qos + " is active", () -> qosState(qos).getState() == ProgrammingState.Active);
    }

    final void awaitRows(final int qos, final int queues) {
        Await.until("the switch has " + qos + " QoS and " + queues + " Queue rows",
            () -> ovs.count("QoS") == qos && ovs.count("Queue") == queues);
    }

    final void awaitDisconnected() {
        Await.until("the switch is gone from the topology", () -> read(OPER, Paths.node(node)).isEmpty());
    }

    final void awaitConnected() {
        Await.until("the switch is back in the topology", () -> read(OPER, Paths.node(node)).isPresent());
    }

    static Map<String, String> pairs(final String... config) {
        final Map<String, String> map = new LinkedHashMap<>();
        for (int i = 0; i < config.length; i += 2) {
            map.put(config[i], config[i + 1]);
        }
        return map;
    }
}
