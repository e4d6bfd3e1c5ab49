// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.state.network;

import io.cloudmac.impl.alarms.AlarmBoard;
import io.cloudmac.impl.core.Counters;
import io.cloudmac.impl.core.EventLoop;
import io.cloudmac.impl.flow.FlowProgram;
import io.cloudmac.impl.flow.FlowProgram.RuleChange;
import io.cloudmac.impl.flow.FlowStatus;
import io.cloudmac.impl.state.EntryEncoder;
import io.cloudmac.impl.state.PublishedContainer;
import io.cloudmac.impl.state.PublishedList;
import io.cloudmac.impl.state.StatePart;
import io.cloudmac.impl.state.StateParts;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.opendaylight.mdsal.binding.api.WriteTransaction;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.CloudmacState;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.Flows;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.flows.Flow;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.flows.FlowKey;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.flows.Switch;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.flows.SwitchKey;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.SwitchId;
import org.opendaylight.yangtools.concepts.Registration;
import org.opendaylight.yangtools.yang.binding.InstanceIdentifier;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;

/**
 * The published flow rules and counters. A round writes the entries of some rules that have changed, longest waiting
 * first.
 */
@Component(service = {})
public final class PublishedFlows implements StatePart {
    /** The most rules that a round writes. */
    static final int AT_ONCE = 2000;

    private static final InstanceIdentifier<Flows> PATH =
        InstanceIdentifier.create(CloudmacState.class).child(Flows.class);

    private final EntryEncoder encoder = new EntryEncoder();
    private final PublishedList<FlowKey, Flow> rules =
        new PublishedList<>(encoder, key -> PATH.child(Flow.class, key));
    private final PublishedList<String, Switch> switches =
        new PublishedList<>(encoder, node -> PATH.child(Switch.class, new SwitchKey(new SwitchId(node))));
    /** The default-drop rule of each switch. */
    private final Map<String, FlowStatus> unmatched = new HashMap<>();
    private final FlowProgram flows;
    private final SwitchWatch watch;
    private final List<Registration> publishing;

    /** Starts publishing. The counters contain the packets of the rules. */
    @Activate
    public PublishedFlows(@Reference final StateParts parts, @Reference final FlowProgram flows,
            @Reference final Counters counters, @Reference final AlarmBoard alarms, @Reference final EventLoop loop) {
        this.flows = flows;
        watch = new SwitchWatch(alarms, loop);
        publishing = List.of(parts.add(this), parts.add(new PublishedContainer<>(
            InstanceIdentifier.create(CloudmacState.class).child(
                org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.Counters.class),
            () -> FlowState.counters(counters, flows.meters(), List.copyOf(unmatched.values())))));
    }

    @Deactivate
    void close() {
        publishing.forEach(Registration::close);
    }

    @Override
    public Optional<InstanceIdentifier<?>> leftover() {
        return Optional.of(PATH);
    }

    @Override
    public void update() {
        final Set<String> nodes = new HashSet<>();
        for (final RuleChange change : flows.takeChanges(AT_ONCE)) {
            nodes.add(change.node());
            final FlowKey key = new FlowKey(change.id(), new SwitchId(change.node()));
            change.status().ifPresentOrElse(status -> rules.encode(key, () -> FlowState.flow(status)),
                () -> rules.remove(key));
            change.status().filter(FlowStatus::isDefaultDrop)
                .ifPresent(rule -> unmatched.put(change.node(), rule));
            unmatched.computeIfPresent(change.node(), (node, rule) ->
                rule.rule().id().equals(change.id()) ? change.status().orElse(null) : rule);
        }
        for (final String node : nodes) {
            final var present = flows.rulesAt(node);
            watch.update(node, present);
            if (present.isEmpty()) {
                switches.remove(node);
            } else {
                switches.encode(node, () -> FlowState.flowsOf(node, present));
            }
        }
        watch.check();
    }

    @Override
    public boolean isDue() {
        return rules.isDue() || switches.isDue();
    }

    @Override
    public void write(final WriteTransaction tx) {
        rules.write(tx);
        switches.write(tx);
    }

    @Override
    public void committed() {
        rules.committed();
        switches.committed();
    }
}
