// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.ovsdb.southbound;

import io.cloudmac.ovsdb.db.RowKey;
import io.cloudmac.ovsdb.plan.Tables;
import java.io.IOException;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import org.opendaylight.mdsal.binding.api.ClusteredDataTreeChangeListener;
import org.opendaylight.mdsal.binding.api.DataObjectModification;
import org.opendaylight.mdsal.binding.api.DataObjectModification.ModificationType;
import org.opendaylight.mdsal.binding.api.DataTreeModification;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.OvsdbBridgeAugmentation;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.OvsdbNodeAugmentation;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.QosTypeBase;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.ovsdb.node.attributes.QosEntries;
import org.opendaylight.yang.gen.v1.urn.tbd.params.xml.ns.yang.network.topology.rev131021.NodeId;
import org.opendaylight.yang.gen.v1.urn.tbd.params.xml.ns.yang.network.topology.rev131021.network.topology.Topology;
import org.opendaylight.yang.gen.v1.urn.tbd.params.xml.ns.yang.network.topology.rev131021.network.topology.topology.Node;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Follows the configured topology. It reports the whole configuration of each switch that a change concerns.
 * An error in the configuration of one switch does not affect another. Each member of a cluster follows all
 * of it.
 */
final class ConfigListener implements ClusteredDataTreeChangeListener<Topology> {
    private static final Logger LOG = LoggerFactory.getLogger(ConfigListener.class);

    private static final long INITIAL_S = 60;

    private final CountDownLatch initial = new CountDownLatch(1);
    private final BiConsumer<NodeId, SwitchAgent.Configuration> switches;
    /** All configured nodes by the switch that they belong to. */
    private final Map<NodeId, Map<NodeId, Node>> bySwitch = new HashMap<>();
    private final Map<NodeId, NodeId> switchOf = new HashMap<>();

    /** Creates a listener that calls this consumer on the datastore's thread. */
    ConfigListener(final BiConsumer<NodeId, SwitchAgent.Configuration> switches) {
        this.switches = switches;
    }

    @Override
    public void onDataTreeChanged(final Collection<DataTreeModification<Topology>> changes) {
        final Set<NodeId> concerned = new HashSet<>();
        for (final DataTreeModification<Topology> change : changes) {
            final DataObjectModification<Topology> root = change.getRootNode();
            if (root.getModificationType() == ModificationType.SUBTREE_MODIFIED) {
                root.getModifiedChildren(Node.class).forEach(node -> {
                    final Node after = node.getDataAfter();
                    final Node before = node.getDataBefore();
                    replace((after != null ? after : before).requireNodeId(), after, concerned);
                });
            } else {
                Set.copyOf(switchOf.keySet()).forEach(id -> replace(id, null, concerned));
                if (root.getDataAfter() != null) {
                    root.getDataAfter().nonnullNode().values()
                        .forEach(node -> replace(node.requireNodeId(), node, concerned));
                }
            }
        }
        concerned.forEach(this::notifyAgent);
        initial.countDown();
    }

    @Override
    public void onInitialData() {
        initial.countDown();
    }

    /**
     * Waits until the listener has received the configuration that existed when it was registered.
     *
     * @throws IOException if the datastore does not deliver it in time
     */
    void awaitInitial() throws IOException {
        try {
            if (!initial.await(INITIAL_S, TimeUnit.SECONDS)) {
                throw new IOException("the datastore did not deliver the configuration of topology ovsdb:1");
            }
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while waiting for the configuration", e);
        }
    }

    private void replace(final NodeId id, final Node node, final Set<NodeId> concerned) {
        final NodeId before = switchOf.remove(id);
        if (before != null) {
            bySwitch.get(before).remove(id);
            concerned.add(before);
        }
        if (node != null) {
            final NodeId now = switchOf(node);
            switchOf.put(id, now);
            bySwitch.computeIfAbsent(now, key -> new LinkedHashMap<>()).put(id, node);
            concerned.add(now);
        }
    }

    @SuppressWarnings("checkstyle:IllegalCatch")
    private void notifyAgent(final NodeId switchId) {
        final Collection<Node> nodes = bySwitch.getOrDefault(switchId, Map.of()).values();
        try {
            switches.accept(switchId, new SwitchAgent.Configuration(
                ConfigTranslator.translate(switchId, nodes), types(nodes)));
        } catch (final RuntimeException e) {
            LOG.error("Cannot read the configuration of {}", switchId.getValue(), e);
        }
        if (nodes.isEmpty()) {
            bySwitch.remove(switchId);
        }
    }

    /** Returns the switch that manages a bridge: managed-by, or the prefix of the bridge's node id. */
    @SuppressWarnings("checkstyle:IllegalCatch")
    private static NodeId switchOf(final Node node) {
        try {
            final OvsdbBridgeAugmentation bridge = node.augmentation(OvsdbBridgeAugmentation.class);
            if (bridge != null && bridge.getManagedBy() != null) {
                final var manager = bridge.getManagedBy().getValue().firstKeyOf(Node.class);
                if (manager != null) {
                    return manager.getNodeId();
                }
            }
        } catch (final RuntimeException e) {
            LOG.warn("Cannot read managed-by of {}", node.requireNodeId().getValue(), e);
        }
        return Paths.switchOfBridge(node.requireNodeId()).orElse(node.requireNodeId());
    }

    private static Map<RowKey, QosTypeBase> types(final Collection<Node> nodes) {
        final Map<RowKey, QosTypeBase> types = new HashMap<>();
        for (final Node node : nodes) {
            final OvsdbNodeAugmentation root = node.augmentation(OvsdbNodeAugmentation.class);
            if (root != null) {
                root.nonnullQosEntries().values().forEach(qos -> addType(types, qos));
            }
        }
        return types;
    }

    @SuppressWarnings("checkstyle:IllegalCatch")
    private static void addType(final Map<RowKey, QosTypeBase> types, final QosEntries qos) {
        final RowKey key = new RowKey(Tables.QOS, qos.requireQosId().getValue());
        try {
            if (qos.getQosType() != null) {
                types.put(key, qos.getQosType());
            }
        } catch (final RuntimeException e) {
            // The translator fails in the same way and reports it as the entry's problem.
            LOG.debug("Cannot read the type of {}", key, e);
        }
    }
}
