// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.state;

import io.cloudmac.impl.flow.FlowProgram;
import io.cloudmac.impl.flow.FlowProgram.RuleChange;
import io.cloudmac.impl.flow.FlowStatus;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.opendaylight.mdsal.binding.api.WriteTransaction;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.CloudmacState;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.Flows;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.flows.Flow;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.flows.FlowKey;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.flows.Switch;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.flows.SwitchKey;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.SwitchId;
import org.opendaylight.yangtools.yang.binding.InstanceIdentifier;

/** The published flow rules. A round writes the entries of some rules that have changed, longest waiting first. */
final class PublishedFlows {
    /** The most rules that a round writes. */
    static final int AT_ONCE = 2000;

    static final InstanceIdentifier<Flows> PATH =
        InstanceIdentifier.create(CloudmacState.class).child(Flows.class);

    private final PublishedList<FlowKey, Flow> rules;
    private final PublishedList<String, Switch> switches;
    /** The default-drop rule of each switch. */
    private final Map<String, FlowStatus> unmatched = new HashMap<>();
    private final FlowProgram flows;

    PublishedFlows(final EntryEncoder encoder, final FlowProgram flows) {
        rules = new PublishedList<>(encoder, key -> PATH.child(Flow.class, key));
        switches = new PublishedList<>(encoder,
            node -> PATH.child(Switch.class, new SwitchKey(new SwitchId(node))));
        this.flows = flows;
    }

    /** Encodes what has changed. Call it once in each round. */
    void update() {
        final Set<String> nodes = new HashSet<>();
        for (final RuleChange change : flows.takeChanges(AT_ONCE)) {
            nodes.add(change.node());
            final FlowKey key = new FlowKey(change.id(), new SwitchId(change.node()));
            change.status().ifPresentOrElse(status -> rules.encode(key, () -> NetworkState.flow(status)),
                () -> rules.remove(key));
            change.status().filter(FlowStatus::isDefaultDrop)
                .ifPresent(rule -> unmatched.put(change.node(), rule));
            unmatched.computeIfPresent(change.node(), (node, rule) ->
                rule.rule().id().equals(change.id()) ? change.status().orElse(null) : rule);
        }
        for (final String node : nodes) {
            final var present = flows.rulesAt(node);
            if (present.isEmpty()) {
                switches.remove(node);
            } else {
                switches.encode(node, () -> NetworkState.flowsOf(node, present));
            }
        }
    }

    /** Returns the rules that count the frames that no other rule matches. */
    List<FlowStatus> unmatched() {
        return List.copyOf(unmatched.values());
    }

    boolean isDue() {
        return rules.isDue() || switches.isDue();
    }

    void write(final WriteTransaction tx) {
        rules.write(tx);
        switches.write(tx);
    }

    void committed() {
        rules.committed();
        switches.committed();
    }
}
