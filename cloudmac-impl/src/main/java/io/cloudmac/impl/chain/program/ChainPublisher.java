// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.chain.program;

import io.cloudmac.impl.chain.ChainId;
import io.cloudmac.impl.chain.ChainStage;
import io.cloudmac.impl.chain.ChainSteps;
import io.cloudmac.impl.chain.ChainTarget;
import io.cloudmac.impl.chain.ChainWay;
import io.cloudmac.impl.state.EntryEncoder;
import io.cloudmac.impl.state.PublishedList;
import io.cloudmac.impl.state.StatePart;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.opendaylight.mdsal.binding.api.WriteTransaction;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.ChainName;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.ChainState;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.TenantName;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.VlanId;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.chain.state.Chain;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.chain.state.ChainBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.chain.state.ChainKey;
import org.opendaylight.yangtools.yang.binding.InstanceIdentifier;
import org.opendaylight.yangtools.yang.common.Uint16;
import org.opendaylight.yangtools.yang.common.Uint32;

/** Publishes the chains that have changed. */
final class ChainPublisher implements StatePart {
    private final EntryEncoder encoder = new EntryEncoder();
    private final PublishedList<ChainId, Chain> chains = new PublishedList<>(encoder, ChainPublisher::path);
    private final ChainSteps steps;
    private final Predicate<ChainId> confirmed;
    private final Set<ChainId> changed;

    /**
     * Starts with what has changed so far.
     *
     * @param confirmed tells whether the switches have all rules of a chain
     * @param changed gets the chains whose state may have changed; each round empties it
     */
    ChainPublisher(final ChainSteps steps, final Predicate<ChainId> confirmed, final Set<ChainId> changed) {
        this.steps = steps;
        this.confirmed = confirmed;
        this.changed = changed;
    }

    private static InstanceIdentifier<Chain> path(final ChainId id) {
        return InstanceIdentifier.create(ChainState.class)
            .child(Chain.class, new ChainKey(new ChainName(id.chain()), new TenantName(id.tenant())));
    }

    @Override
    public Optional<InstanceIdentifier<?>> leftover() {
        return Optional.of(InstanceIdentifier.create(ChainState.class));
    }

    @Override
    public void update() {
        final Map<ChainId, ChainTarget> targets = steps.targets();
        for (final ChainId id : Set.copyOf(changed)) {
            if (targets.containsKey(id)) {
                chains.encode(id, () -> chain(id, targets.get(id)));
            } else {
                chains.remove(id);
            }
        }
        changed.clear();
    }

    private Chain chain(final ChainId id, final ChainTarget target) {
        final ChainStage stage = steps.stage(id);
        final ChainTarget possible = steps.possible(id);
        return new ChainBuilder().setTenant(new TenantName(id.tenant())).setName(new ChainName(id.chain()))
            .setStatus(status(stage, target, possible, confirmed.test(id)))
            .setReason(possible.reason().isEmpty() ? null : possible.reason())
            .setRules(Uint32.valueOf(stage.size()))
            .setSegment(stage.vlans().stream().map(vlan -> new VlanId(Uint16.valueOf(vlan)))
                .collect(Collectors.toSet()))
            .build();
    }

    private static Chain.Status status(final ChainStage stage, final ChainTarget target, final ChainTarget possible,
            final boolean isConfirmed) {
        if (target.equals(ChainTarget.NONE)) {
            return Chain.Status.Leaving;
        }
        if (possible.way().isEmpty()) {
            return Chain.Status.Waiting;
        }
        final ChainWay way = possible.way().orElseThrow();
        final boolean passes = !stage.entry().isEmpty() && !stage.entry().equals(possible.fallback());
        if (stage.entry().equals(way.entry()) && stage.path().equals(way.path()) && isConfirmed) {
            return stage.other().isEmpty() ? Chain.Status.Active : Chain.Status.Changing;
        }
        return passes ? Chain.Status.Changing : Chain.Status.Preparing;
    }

    @Override
    public boolean isDue() {
        return chains.isDue();
    }

    @Override
    public void write(final WriteTransaction tx) {
        chains.write(tx);
    }

    @Override
    public void committed() {
        chains.committed();
    }
}
