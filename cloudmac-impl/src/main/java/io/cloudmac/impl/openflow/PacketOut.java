// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.openflow;

import com.google.common.util.concurrent.FutureCallback;
import com.google.common.util.concurrent.Futures;
import com.google.common.util.concurrent.ListenableFuture;
import com.google.common.util.concurrent.MoreExecutors;
import io.cloudmac.impl.topology.PortId;
import org.opendaylight.mdsal.binding.api.RpcConsumerRegistry;
import org.opendaylight.yang.gen.v1.urn.opendaylight.inventory.rev130819.NodeConnectorId;
import org.opendaylight.yang.gen.v1.urn.opendaylight.inventory.rev130819.NodeConnectorRef;
import org.opendaylight.yang.gen.v1.urn.opendaylight.inventory.rev130819.NodeId;
import org.opendaylight.yang.gen.v1.urn.opendaylight.inventory.rev130819.NodeRef;
import org.opendaylight.yang.gen.v1.urn.opendaylight.inventory.rev130819.Nodes;
import org.opendaylight.yang.gen.v1.urn.opendaylight.inventory.rev130819.node.NodeConnector;
import org.opendaylight.yang.gen.v1.urn.opendaylight.inventory.rev130819.node.NodeConnectorKey;
import org.opendaylight.yang.gen.v1.urn.opendaylight.inventory.rev130819.nodes.Node;
import org.opendaylight.yang.gen.v1.urn.opendaylight.inventory.rev130819.nodes.NodeKey;
import org.opendaylight.yang.gen.v1.urn.opendaylight.packet.service.rev130709.TransmitPacket;
import org.opendaylight.yang.gen.v1.urn.opendaylight.packet.service.rev130709.TransmitPacketInputBuilder;
import org.opendaylight.yang.gen.v1.urn.opendaylight.packet.service.rev130709.TransmitPacketOutput;
import org.opendaylight.yangtools.yang.binding.InstanceIdentifier;
import org.opendaylight.yangtools.yang.common.RpcResult;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Sends frames by OpenFlow packet-out. */
@Component(service = FrameSender.class)
public final class PacketOut implements FrameSender {
    private static final Logger LOG = LoggerFactory.getLogger(PacketOut.class);

    private final RpcConsumerRegistry rpcs;

    /** Creates a sender that uses the RPC of the OpenFlow plugin. */
    @Activate
    public PacketOut(@Reference final RpcConsumerRegistry rpcs) {
        this.rpcs = rpcs;
    }

    /** {@inheritDoc} The plugin throws if it has no session with the switch. */
    @Override
    @SuppressWarnings("checkstyle:IllegalCatch")
    public void send(final PortId port, final byte[] data) {
        final InstanceIdentifier<Node> node = InstanceIdentifier.create(Nodes.class)
            .child(Node.class, new NodeKey(new NodeId(port.node())));
        final var egress = node.child(NodeConnector.class,
            new NodeConnectorKey(new NodeConnectorId(port.toString())));
        final ListenableFuture<RpcResult<TransmitPacketOutput>> sent;
        try {
            sent = rpcs.getRpc(TransmitPacket.class).invoke(new TransmitPacketInputBuilder()
                .setNode(new NodeRef(node))
                .setEgress(new NodeConnectorRef(egress))
                .setPayload(data)
                .build());
        } catch (final RuntimeException e) {
            LOG.debug("{} did not send a frame", port, e);
            return;
        }
        Futures.addCallback(sent, new FutureCallback<RpcResult<TransmitPacketOutput>>() {
            @Override
            public void onSuccess(final RpcResult<TransmitPacketOutput> result) {
                if (!result.isSuccessful()) {
                    LOG.debug("{} did not send a frame: {}", port, result.getErrors());
                }
            }

            @Override
            public void onFailure(final Throwable cause) {
                LOG.debug("{} did not send a frame", port, cause);
            }
        }, MoreExecutors.directExecutor());
    }
}
