// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.nfv;

import io.cloudmac.impl.packetnode.PacketNodeControl;
import io.cloudmac.impl.state.EntryEncoder;
import io.cloudmac.impl.state.PublishedList;
import io.cloudmac.impl.state.StatePart;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.opendaylight.mdsal.binding.api.WriteTransaction;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.NfvState;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.nfv.state.Lvnf;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.nfv.state.PacketNode;
import org.opendaylight.yangtools.yang.binding.InstanceIdentifier;

/** Publishes packet nodes, and the LVNFs that have changed. */
final class NfvPublisher implements StatePart {
    private final EntryEncoder encoder = new EntryEncoder();
    private final PublishedList<String, PacketNode> nodes = new PublishedList<>(encoder, NfvStatus::nodePath);
    private final PublishedList<LvnfId, Lvnf> lvnfs = new PublishedList<>(encoder, NfvStatus::lvnfPath);
    /** The LVNFs whose state may have changed since it was encoded. */
    private final Set<LvnfId> changed;
    private final PacketNodeControl control;
    private final NodeKeepers keepers;

    /**
     * Starts with what has changed so far.
     *
     * @param changed gets the LVNFs whose state may have changed; each round empties it
     */
    NfvPublisher(final PacketNodeControl control, final NodeKeepers keepers, final Set<LvnfId> changed) {
        this.control = control;
        this.keepers = keepers;
        this.changed = changed;
    }

    @Override
    public Optional<InstanceIdentifier<?>> leftover() {
        return Optional.of(InstanceIdentifier.create(NfvState.class));
    }

    @Override
    public void update() {
        final Map<String, PacketNode> present = new HashMap<>();
        control.nodes().forEach((name, node) -> present.put(name, NfvStatus.node(name, node,
            keepers.find(name).filter(NodeKeeper::isListed).map(NodeKeeper::contents))));
        nodes.setAll(present);
        for (final LvnfId id : Set.copyOf(changed)) {
            keepers.of(id).ifPresentOrElse(keeper -> lvnfs.encode(id, () -> NfvStatus.lvnf(id, keeper, keepers)),
                () -> lvnfs.remove(id));
        }
        changed.clear();
    }

    @Override
    public boolean isDue() {
        return nodes.isDue() || lvnfs.isDue();
    }

    @Override
    public void write(final WriteTransaction tx) {
        nodes.write(tx);
        lvnfs.write(tx);
    }

    @Override
    public void committed() {
        nodes.committed();
        lvnfs.committed();
    }
}
