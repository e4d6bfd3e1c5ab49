// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.nfv;

import io.cloudmac.impl.chain.LvnfPlaces;
import io.cloudmac.impl.core.EventLoop;
import io.cloudmac.impl.nfv.FoundLvnf.FoundPort;
import io.cloudmac.impl.topology.PortId;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import org.opendaylight.yangtools.concepts.Registration;

/** The switch ports of LVNFs. A node's LVNFs go on without a session, so their ports stay known. */
final class LvnfPorts implements LvnfPlaces {
    private final Map<LvnfId, Map<Integer, PortId>> ports = new HashMap<>();
    private final Map<PortId, Integer> uses = new HashMap<>();
    private final Set<LvnfId> changed = new HashSet<>();
    private final List<Runnable> listeners = new CopyOnWriteArrayList<>();
    private final EventLoop loop;
    private final Function<LvnfId, Optional<NodeKeeper>> keepers;
    private final Function<String, Optional<String>> switches;
    private boolean isScheduled;

    /**
     * Starts without LVNFs.
     *
     * @param keepers returns the keeper of the node that has an LVNF
     * @param switches returns the node id of the switch of a packet node
     */
    LvnfPorts(final EventLoop loop, final Function<LvnfId, Optional<NodeKeeper>> keepers,
            final Function<String, Optional<String>> switches) {
        this.loop = loop;
        this.keepers = keepers;
        this.switches = switches;
    }

    /** Records that an LVNF may have changed, or is about to. */
    void onChange(final LvnfId lvnf) {
        changed.add(lvnf);
        schedule();
    }

    /** Records that the switches of packet nodes may have changed. */
    void onSwitches() {
        changed.addAll(ports.keySet());
        schedule();
    }

    private void schedule() {
        if (!isScheduled) {
            isScheduled = true;
            loop.execute(this::update);
        }
    }

    private void update() {
        isScheduled = false;
        boolean differs = false;
        for (final LvnfId lvnf : changed) {
            final Map<Integer, PortId> now = find(lvnf);
            final Map<Integer, PortId> before = now == null ? ports.remove(lvnf) : ports.put(lvnf, now);
            if (before != null) {
                before.values().forEach(port -> uses.computeIfPresent(port, (same, n) -> n == 1 ? null : n - 1));
            }
            if (now != null) {
                now.values().forEach(port -> uses.merge(port, 1, Integer::sum));
            }
            differs |= before == null ? now != null : !before.equals(now);
        }
        changed.clear();
        if (differs) {
            listeners.forEach(Runnable::run);
        }
    }

    /** Returns the ports of an LVNF by number; null: no node has it. */
    private Map<Integer, PortId> find(final LvnfId lvnf) {
        return keepers.apply(lvnf).flatMap(keeper -> at(keeper, lvnf)).orElse(null);
    }

    /** Returns the ports that an LVNF has at a node, by number; empty: the node does not have it. */
    Optional<Map<Integer, PortId>> at(final NodeKeeper keeper, final LvnfId lvnf) {
        return keeper.contents().lvnf(lvnf.atNode()).map(found -> {
            final Map<Integer, PortId> now = new HashMap<>();
            switches.apply(keeper.node()).ifPresent(node -> {
                for (final FoundPort port : found.ports()) {
                    port.openFlowPort().ifPresent(number -> now.put(port.port(), new PortId(node, number)));
                }
            });
            return Map.copyOf(now);
        });
    }

    @Override
    public Optional<PortId> port(final String tenant, final String lvnf, final int port) {
        return Optional.ofNullable(ports.get(new LvnfId(tenant, lvnf))).map(found -> found.get(port));
    }

    @Override
    public boolean isLvnf(final PortId port) {
        return uses.containsKey(port);
    }

    @Override
    public Registration listen(final Runnable task) {
        listeners.add(task);
        return () -> listeners.remove(task);
    }
}
