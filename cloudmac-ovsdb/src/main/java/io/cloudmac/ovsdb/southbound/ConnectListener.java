// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.ovsdb.southbound;

import io.netty.handler.ssl.SslContext;
import java.util.Collection;
import java.util.function.BiConsumer;
import org.opendaylight.mdsal.binding.api.ClusteredDataTreeChangeListener;
import org.opendaylight.mdsal.binding.api.DataTreeIdentifier;
import org.opendaylight.mdsal.binding.api.DataTreeModification;
import org.opendaylight.mdsal.common.api.LogicalDatastoreType;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.OvsdbNodeAugmentation;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.ovsdb.node.attributes.ConnectionInfo;
import org.opendaylight.yang.gen.v1.urn.tbd.params.xml.ns.yang.network.topology.rev131021.NodeId;
import org.opendaylight.yang.gen.v1.urn.tbd.params.xml.ns.yang.network.topology.rev131021.network.topology.topology.Node;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Follows the configured connection-info of switches. Every member of a cluster does, so that each can take over. */
final class ConnectListener implements ClusteredDataTreeChangeListener<ConnectionInfo> {
    static final DataTreeIdentifier<ConnectionInfo> PATH = DataTreeIdentifier.create(
        LogicalDatastoreType.CONFIGURATION, Paths.TOPOLOGY.child(Node.class)
            .augmentation(OvsdbNodeAugmentation.class).child(ConnectionInfo.class));
    private static final Logger LOG = LoggerFactory.getLogger(ConnectListener.class);

    private final SslContext tls;
    private final BiConsumer<NodeId, ConnectTarget> targets;

    /**
     * Creates a listener.
     *
     * @param tls     client side of TLS, or null without a certificate
     * @param targets receives the target of a switch, or null if the controller does not connect to it
     */
    ConnectListener(final SslContext tls, final BiConsumer<NodeId, ConnectTarget> targets) {
        this.tls = tls;
        this.targets = targets;
    }

    @Override
    @SuppressWarnings("checkstyle:IllegalCatch")
    public void onDataTreeChanged(final Collection<DataTreeModification<ConnectionInfo>> changes) {
        for (final DataTreeModification<ConnectionInfo> change : changes) {
            final NodeId id = change.getRootPath().getRootIdentifier().firstKeyOf(Node.class).getNodeId();
            try {
                final ConnectionInfo info = change.getRootNode().getDataAfter();
                targets.accept(id, info == null ? null : ConnectTarget.of(info, tls));
            } catch (final RuntimeException e) {
                // An error in one switch's entry must not block the entries of the others.
                LOG.error("Cannot read connection-info of {}", id.getValue(), e);
            }
        }
    }
}
