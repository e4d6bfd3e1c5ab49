// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.northbound;

import io.cloudmac.impl.orchestrator.NodeRoom;
import io.cloudmac.impl.orchestrator.ServicePart;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToIntFunction;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.ImageName;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.NfvState;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.PacketNodes;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.Tenants;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.nfv.state.PacketNode.Session;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.packet.nodes.PacketNode;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.packet.nodes.PacketNodeKey;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.packet.nodes.packet.node.Capacity;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.tenants.Tenant;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.tenants.tenant.Image;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.tenants.tenant.ImageKey;
import org.opendaylight.yangtools.yang.common.Uint32;

/** Computes what packet nodes have left from the configuration and the state. Pure. */
final class NodeRooms {
    /** What the LVNFs of a node need in all. */
    private record NodeLoad(long lvnfs, long processor, long memory) {
        static final NodeLoad NONE = new NodeLoad(0, 0, 0);

        NodeLoad with(final ServicePart part) {
            return new NodeLoad(lvnfs + 1, processor + part.processor(), memory + part.memory());
        }
    }

    private NodeRooms() {
    }

    /**
     * Returns the room of each enabled node with a session.
     *
     * @param distance the number of links from the source to a node
     */
    static List<NodeRoom> of(final PacketNodes nodes, final Tenants tenants, final NfvState state,
            final ToIntFunction<PacketNode> distance) {
        final Map<String, NodeLoad> loads = new HashMap<>();
        tenants.nonnullTenant().values().forEach(tenant -> tenant.nonnullLvnf().values().forEach(lvnf ->
            loads.merge(lvnf.requirePacketNode().getValue(),
                NodeLoad.NONE.with(part(tenant, lvnf.requireName().getValue(), lvnf.requireImage())),
                (a, b) -> new NodeLoad(a.lvnfs + b.lvnfs, a.processor + b.processor, a.memory + b.memory))));
        final List<NodeRoom> rooms = new ArrayList<>();
        state.nonnullPacketNode().values().stream().filter(node -> node.getSession() == Session.Open).forEach(open ->
            Optional.ofNullable(nodes.nonnullPacketNode().get(new PacketNodeKey(open.requireName())))
                .filter(node -> !Boolean.FALSE.equals(node.getEnabled()))
                .ifPresent(node -> rooms.add(room(node, open.getMaximumLvnfs(),
                    loads.getOrDefault(node.requireName().getValue(), NodeLoad.NONE), distance.applyAsInt(node)))));
        return rooms;
    }

    private static NodeRoom room(final PacketNode node, final Uint32 most, final NodeLoad load, final int distance) {
        final Capacity capacity = node.getCapacity();
        return new NodeRoom(node.requireName().getValue(),
            left(capacity == null ? null : capacity.getProcessor(), load.processor),
            left(capacity == null ? null : capacity.getMemory(), load.memory), value(most) - load.lvnfs, load.lvnfs,
            distance);
    }

    private static long left(final Uint32 capacity, final long taken) {
        return capacity == null ? NodeRoom.UNBOUNDED : Math.max(0, capacity.longValue() - taken);
    }

    /**
     * Returns what an LVNF needs.
     *
     * @param image an image of the tenant
     */
    static ServicePart part(final Tenant tenant, final String lvnf, final ImageName image) {
        final Image found = tenant.nonnullImage().get(new ImageKey(image));
        return found == null || found.getNeeds() == null ? new ServicePart(lvnf, 0, 0)
            : new ServicePart(lvnf, value(found.getNeeds().getProcessor()), value(found.getNeeds().getMemory()));
    }

    private static long value(final Uint32 value) {
        return value == null ? 0 : value.longValue();
    }
}
