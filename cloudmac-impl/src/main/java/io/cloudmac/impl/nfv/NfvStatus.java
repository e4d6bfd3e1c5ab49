// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.nfv;

import io.cloudmac.impl.nfv.FoundImage.FoundHandler;
import io.cloudmac.impl.nfv.FoundLvnf.FoundPort;
import io.cloudmac.impl.nfv.NodeKeeper.LvnfProgress;
import io.cloudmac.impl.packetnode.PacketNodeDetails;
import io.cloudmac.impl.session.SessionState;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.LvnfName;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.NfvState;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.PacketNodeName;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.TenantName;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.nfv.state.Lvnf;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.nfv.state.LvnfBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.nfv.state.LvnfKey;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.nfv.state.PacketNode;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.nfv.state.PacketNodeBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.nfv.state.PacketNodeKey;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.nfv.state.lvnf.Handler;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.nfv.state.lvnf.HandlerBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.nfv.state.lvnf.Migration;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.nfv.state.lvnf.MigrationBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.nfv.state.lvnf.Port;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.nfv.state.lvnf.PortBuilder;
import org.opendaylight.yangtools.yang.binding.InstanceIdentifier;
import org.opendaylight.yangtools.yang.binding.util.BindingMap;
import org.opendaylight.yangtools.yang.common.Uint32;
import org.opendaylight.yangtools.yang.common.Uint64;
import org.opendaylight.yangtools.yang.common.Uint8;

/** The encoding of packet nodes and LVNFs in {@code nfv-state}. */
final class NfvStatus {
    private NfvStatus() {
    }

    static InstanceIdentifier<PacketNode> nodePath(final String name) {
        return InstanceIdentifier.create(NfvState.class)
            .child(PacketNode.class, new PacketNodeKey(new PacketNodeName(name)));
    }

    static InstanceIdentifier<Lvnf> lvnfPath(final LvnfId id) {
        return InstanceIdentifier.create(NfvState.class)
            .child(Lvnf.class, new LvnfKey(new LvnfName(id.lvnf()), new TenantName(id.tenant())));
    }

    /**
     * Returns a node.
     *
     * @param listed what the open session has listed; empty before that
     */
    static PacketNode node(final String name, final PacketNodeDetails node, final Optional<NodeContents> listed) {
        final PacketNodeBuilder builder = new PacketNodeBuilder().setName(new PacketNodeName(name))
            .setSession(session(node)).setReason(node.text().isEmpty() ? null : node.text());
        node.info().ifPresent(info -> builder.setVersion(info.version())
            .setBridge(info.bridge().isEmpty() ? null : info.bridge())
            .setLvnfs(Uint32.valueOf(listed.map(NodeContents::lvnfCount).map(Long::valueOf).orElse(info.lvnfs())))
            .setMaximumLvnfs(Uint32.valueOf(info.maximumLvnfs())));
        return builder.build();
    }

    private static PacketNode.Session session(final PacketNodeDetails node) {
        return node.state() == SessionState.UP ? PacketNode.Session.Open
            : node.info().isPresent() ? PacketNode.Session.Lost : PacketNode.Session.Connecting;
    }

    /** Returns an LVNF of a keeper's node. */
    static Lvnf lvnf(final LvnfId id, final NodeKeeper keeper, final NodeKeepers keepers) {
        final String name = id.atNode();
        final Optional<MoveReport> move = keepers.report(id);
        final LvnfProgress progress = keepers.hasStayed(id) ? LvnfProgress.FAILED
            : keepers.isMoving(id) ? LvnfProgress.WAITING : keeper.progress(name);
        final LvnfBuilder builder = new LvnfBuilder().setTenant(new TenantName(id.tenant()))
            .setName(new LvnfName(id.lvnf())).setPacketNode(new PacketNodeName(keeper.node()))
            .setStatus(status(progress)).setMigration(move.map(NfvStatus::migration).orElse(null))
            .setProblem(keeper.problem(name).or(() -> keepers.hasStayed(id)
                ? move.flatMap(MoveReport::problem) : Optional.empty()).orElse(null));
        keeper.contents().lvnf(name).ifPresent(found -> builder.setMode(found.mode().orElse(null))
            .setPort(found.ports().stream().map(NfvStatus::port).collect(BindingMap.toMap()))
            .setHandler(keeper.contents().image(found.image()).map(FoundImage::handlers).orElse(List.of()).stream()
                .map(NfvStatus::handler).collect(BindingMap.toMap())));
        return builder.build();
    }

    private static Migration migration(final MoveReport report) {
        return new MigrationBuilder().setFrom(new PacketNodeName(report.from()))
            .setTo(new PacketNodeName(report.to())).setState(Migration.State.forName(report.step()))
            .setHoldTime(report.holdMillis().isPresent() ? Uint32.saturatedOf(report.holdMillis().getAsLong()) : null)
            .setLateFrames(count(report.late())).setLostFrames(count(report.lost()))
            .setProblem(report.problem().orElse(null)).build();
    }

    private static Uint64 count(final OptionalLong number) {
        return number.isPresent() ? Uint64.valueOf(number.getAsLong()) : null;
    }

    private static Lvnf.Status status(final LvnfProgress progress) {
        return switch (progress) {
            case WAITING -> Lvnf.Status.Waiting;
            case READY -> Lvnf.Status.Ready;
            case FAILED -> Lvnf.Status.Failed;
        };
    }

    private static Port port(final FoundPort port) {
        return new PortBuilder().setPort(Uint8.valueOf(port.port())).setInterface(port.interfaceName())
            .setOpenflowPort(port.openFlowPort().isPresent() ? Uint32.valueOf(port.openFlowPort().getAsLong()) : null)
            .build();
    }

    private static Handler handler(final FoundHandler handler) {
        return new HandlerBuilder().setName(handler.name()).setAccess(handler.access())
            .setType(handler.type().orElse(null)).setEntries(Uint32.valueOf(handler.entries())).build();
    }
}
