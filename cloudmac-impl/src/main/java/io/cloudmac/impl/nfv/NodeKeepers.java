// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.nfv;

import io.cloudmac.impl.core.EventLoop;
import io.cloudmac.impl.nfv.LvnfMover.MoveOrder;
import io.cloudmac.impl.nfv.MovingLvnf.MoveProgress;
import io.cloudmac.impl.nfv.NfvConfiguration.LvnfChange;
import io.cloudmac.impl.nfv.NodeKeeper.LvnfProgress;
import io.cloudmac.impl.packetnode.PacketNodeControl.OpenSession;
import io.cloudmac.impl.packetnode.PacketNodeControl.PacketNodeListener;
import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.LvnfMode;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.Tenants;

/**
 * The keepers of all nodes, and the configuration that they keep. An LVNF whose node changes moves under traffic if a
 * {@link LvnfMover} is registered: both nodes have it then, and a change of its configuration waits until the move has
 * ended. The methods run on the event loop.
 */
final class NodeKeepers {
    private final NfvConfiguration configuration = new NfvConfiguration();
    private final Map<String, NodeKeeper> keepers = new HashMap<>();
    private final Map<LvnfId, MovingLvnf> moving = new HashMap<>();
    /** LVNFs whose move has failed, as they are at their old node. */
    private final Map<LvnfId, WantedLvnf> stayed = new HashMap<>();
    private final Map<LvnfId, MoveReport> reports = new HashMap<>();
    /** Nodes whose LVNFs have changed in the update under way. */
    private final Set<String> due = new HashSet<>();
    private final EventLoop loop;
    private final Consumer<LvnfId> changed;
    /** Empty: LVNFs are created anew. */
    private Optional<LvnfMover> mover = Optional.empty();

    /**
     * Starts without configuration.
     *
     * @param changed receives each LVNF whose state may have changed
     */
    NodeKeepers(final EventLoop loop, final Consumer<LvnfId> changed) {
        this.loop = loop;
        this.changed = changed;
    }

    /** Sets who moves LVNFs; null: nobody. The nodes keep what moves as it is, until its configuration changes. */
    void mover(final LvnfMover now) {
        moving.forEach((id, move) -> stayed.put(id, move.host()));
        moving.clear();
        mover = Optional.ofNullable(now);
    }

    /** Handles a change of the configuration. */
    void update(final TenantChange change, final Tenants now) {
        for (final LvnfChange each : configuration.update(change, now)) {
            final LvnfId id = each.before().or(each::after).orElseThrow().id();
            if (moving.containsKey(id)) {
                mover.orElseThrow().cancel(id);
            } else {
                change(Optional.ofNullable(stayed.remove(id)).or(each::before), each.after());
            }
        }
        work();
    }

    private void change(final Optional<WantedLvnf> before, final Optional<WantedLvnf> after) {
        if (before.isPresent() && after.isPresent() && canMove(before.orElseThrow(), after.orElseThrow())) {
            move(before.orElseThrow(), after.orElseThrow());
            return;
        }
        before.filter(lvnf -> after.filter(other -> other.node().equals(lvnf.node())).isEmpty())
            .ifPresent(lvnf -> keeper(lvnf.node()).unwant(lvnf.id()));
        after.ifPresent(lvnf -> keeper(lvnf.node()).want(lvnf));
        if (after.isEmpty()) {
            before.ifPresent(lvnf -> reports.remove(lvnf.id()));
        }
        before.ifPresent(lvnf -> due.add(lvnf.node()));
        after.ifPresent(lvnf -> due.add(lvnf.node()));
    }

    /** Lets the nodes work whose LVNFs have changed. */
    private void work() {
        due.forEach(node -> keeper(node).work());
        due.forEach(this::forgetIdle);
        due.clear();
    }

    /** Returns true if an LVNF is at its old node as configured, and the new one has a session. */
    private boolean canMove(final WantedLvnf before, final WantedLvnf after) {
        return mover.isPresent() && !before.node().equals(after.node()) && before.image().equals(after.image())
            && before.ports() == after.ports() && before.mode() == after.mode() && before.mode() != LvnfMode.Stopped
            && keeper(before.node()).progress(before.id().atNode()) == LvnfProgress.READY
            && keeper(after.node()).isListed();
    }

    private void move(final WantedLvnf from, final WantedLvnf after) {
        // It may stay there.
        final WantedLvnf before = from.limitedTo(after.limit());
        if (!before.equals(from)) {
            keeper(before.node()).want(before);
            due.add(before.node());
        }
        moving.put(after.id(), new MovingLvnf(before, after));
        changed.accept(after.id());
        mover.orElseThrow().move(new MoveOrder(after.id(), after.id().atNode(), before.node(), after.node(),
            after.mode() == LvnfMode.Bypass, after.bestEffort()));
    }

    /** Adds an LVNF that moves to its new node, as {@link LvnfHosts#prepare} describes. */
    CompletionStage<Void> prepare(final LvnfId id) {
        final MovingLvnf move = moving.get(id);
        final NodeKeeper keeper = keeper(move.to().node());
        move.progress(MoveProgress.CLEARING);
        if (keeper.contents().lvnf(id.atNode()).isPresent()) {
            keeper.unwant(id);
            keeper.work();
        }
        proceed(id);
        return move.added();
    }

    /** Lets a move go on that waits for its new node. */
    private void proceed(final LvnfId id) {
        final MovingLvnf move = moving.get(id);
        if (move == null) {
            return;
        }
        final NodeKeeper keeper = keeper(move.to().node());
        final String name = id.atNode();
        if (move.progress() == MoveProgress.CLEARING && keeper.isListed()
                && keeper.contents().lvnf(name).isEmpty()) {
            move.progress(MoveProgress.ADDING);
            keeper.want(move.to().in(LvnfMode.Stopped));
            keeper.work();
        } else if (move.progress() == MoveProgress.ADDING) {
            if (keeper.progress(name) == LvnfProgress.READY) {
                move.progress(MoveProgress.ADDED);
                move.added().complete(null);
            } else if (keeper.progress(name) == LvnfProgress.FAILED) {
                move.added().completeExceptionally(new IOException("packet node " + keeper.node() + ": "
                    + keeper.problem(name).orElseThrow()));
            }
        }
    }

    /** Handles that the new node of an LVNF processes its frames. */
    void arrived(final LvnfId id) {
        final MovingLvnf move = moving.get(id);
        move.progress(MoveProgress.ARRIVED);
        keeper(move.to().node()).want(move.to());
        keeper(move.to().node()).work();
    }

    /** Ends a move: the LVNF is at its new node. */
    void moved(final LvnfId id) {
        final MovingLvnf move = moving.remove(id);
        keeper(move.from().node()).unwant(id);
        due.add(move.from().node());
        end(move.to(), move.to());
    }

    /** Ends a move: the LVNF is at its old node. */
    void stayed(final LvnfId id) {
        final MovingLvnf move = moving.remove(id);
        keeper(move.to().node()).unwant(id);
        due.add(move.to().node());
        stayed.put(id, move.from());
        end(move.from(), move.to());
    }

    /**
     * Follows what has been configured during a move.
     *
     * @param now the LVNF as it is
     * @param known what was configured when the move began
     */
    private void end(final WantedLvnf now, final WantedLvnf known) {
        changed.accept(now.id());
        final Optional<WantedLvnf> configured = configuration.lvnf(now.id());
        if (!configured.equals(Optional.of(known))) {
            stayed.remove(now.id());
            change(Optional.of(now), configured);
        }
        work();
    }

    void report(final LvnfId id, final MoveReport report) {
        reports.put(id, report);
        changed.accept(id);
    }

    /** Returns the report of the latest move of an LVNF. */
    Optional<MoveReport> report(final LvnfId id) {
        return Optional.ofNullable(reports.get(id));
    }

    /** Returns true if an LVNF is on its way to another node. */
    boolean isMoving(final LvnfId id) {
        return moving.containsKey(id);
    }

    /** Returns true if an LVNF is still at another node than configured, because its move has failed. */
    boolean hasStayed(final LvnfId id) {
        return stayed.containsKey(id);
    }

    /** Returns the packet nodes of an LVNF that moves: the old and the new one. */
    List<String> places(final LvnfId id) {
        final MovingLvnf move = moving.get(id);
        return List.of(move.from().node(), move.to().node());
    }

    private NodeKeeper keeper(final String node) {
        return keepers.computeIfAbsent(node, name -> new NodeKeeper(name, loop,
            lvnf -> LvnfId.of(lvnf).ifPresent(this::onChange), configuration::hasTenant));
    }

    private void onChange(final LvnfId id) {
        if (moving.containsKey(id)) {
            loop.execute(() -> proceed(id));
        }
        changed.accept(id);
    }

    /** Returns a listener that passes the begin and end of sessions on to the loop. */
    PacketNodeListener listener() {
        return new PacketNodeListener() {
            @Override
            public void opened(final String node, final OpenSession session) {
                loop.execute(() -> keeper(node).opened(new NodeClient(session)));
            }

            @Override
            public void lost(final String node) {
                loop.execute(() -> {
                    keeper(node).lost();
                    forgetIdle(node);
                    mover.ifPresent(present -> present.lost(node));
                });
            }

            @Override
            public void removed(final String node) {
                loop.execute(() -> {
                    keeper(node).forget();
                    forgetIdle(node);
                });
            }
        };
    }

    /** Ends the work at all nodes, which keep what they have. */
    void close() {
        keepers.values().forEach(NodeKeeper::lost);
        keepers.clear();
    }

    private void forgetIdle(final String node) {
        if (keeper(node).isIdle()) {
            keepers.remove(node);
        }
    }

    /** Returns an LVNF at the node that processes its frames, or is to; empty if it is not configured. */
    Optional<WantedLvnf> host(final LvnfId id) {
        return Optional.ofNullable(moving.get(id)).map(MovingLvnf::host).or(() -> Optional.ofNullable(stayed.get(id)))
            .or(() -> configuration.lvnf(id));
    }

    /** Returns the keeper of a node; empty if nothing is known of the node and nothing is wanted. */
    Optional<NodeKeeper> find(final String node) {
        return Optional.ofNullable(keepers.get(node));
    }

    /** Returns the keeper of the node of {@link #host}, else of one that still has the LVNF. */
    Optional<NodeKeeper> of(final LvnfId id) {
        return host(id).map(lvnf -> keeper(lvnf.node())).or(() -> keepers.values().stream()
            .filter(keeper -> keeper.contents().lvnf(id.atNode()).isPresent())
            .min((one, other) -> one.node().compareTo(other.node())));
    }
}
