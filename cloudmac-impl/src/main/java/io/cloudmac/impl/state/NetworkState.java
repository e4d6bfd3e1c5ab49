// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.state;

import io.cloudmac.impl.contact.Decision;
import io.cloudmac.impl.core.Counters;
import io.cloudmac.impl.flow.FlowStatus;
import io.cloudmac.impl.flow.MeterCount;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.Flows;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.FlowsBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.Steering;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.SteeringBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.counters.MalformedBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.counters.MeterBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.counters.RefusedBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.counters.UnmatchedBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.flows.Flow.State;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.flows.FlowBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.steering.DecisionBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.steering.decision.InputBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.SwitchId;
import org.opendaylight.yangtools.yang.binding.util.BindingMap;
import org.opendaylight.yangtools.yang.common.Uint16;
import org.opendaylight.yangtools.yang.common.Uint32;
import org.opendaylight.yangtools.yang.common.Uint64;

/** Flows, counters and decisions as the model shows them. */
final class NetworkState {
    private NetworkState() {
    }

    static Flows flows(final List<FlowStatus> status) {
        return new FlowsBuilder().setFlow(status.stream().map(flow -> new FlowBuilder()
            .setSwitch(new SwitchId(flow.node()))
            .setId(flow.rule().id())
            .setPriority(Uint16.valueOf(flow.rule().priority()))
            .setMatch(flow.rule().match().toString())
            .setActions(flow.rule().actionsText())
            .setState(switch (flow.state()) {
                case PENDING -> State.Pending;
                case INSTALLED -> State.Installed;
                case MISSING -> State.Missing;
            })
            .setPackets(Uint64.valueOf(flow.packets()))
            .build()).collect(BindingMap.toMap())).build();
    }

    static org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.Counters counters(
            final Counters counters, final Collection<MeterCount> meters, final List<FlowStatus> flows) {
        return new org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.CountersBuilder()
            .setMalformed(counters.malformed().entrySet().stream().map(entry -> new MalformedBuilder()
                .setKind(switch (entry.getKey().kind()) {
                    case FRAME -> org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.counters
                        .Malformed.Kind.Frame;
                    case ANNOUNCEMENT -> org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state
                        .counters.Malformed.Kind.Announcement;
                })
                .setReason(entry.getKey().reason())
                .setFrames(Uint64.valueOf(entry.getValue()))
                .build()).collect(BindingMap.toMap()))
            .setRefused(counters.refused().entrySet().stream().map(entry -> new RefusedBuilder()
                .setReason(entry.getKey())
                .setFrames(Uint64.valueOf(entry.getValue()))
                .build()).collect(BindingMap.toMap()))
            .setMeter(meters.stream().map(count -> new MeterBuilder()
                .setSwitch(new SwitchId(count.node()))
                .setName(switch (count.meter()) {
                    case ANNOUNCEMENTS -> org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state
                        .counters.Meter.Name.Announcements;
                    case BEACONS -> org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.counters
                        .Meter.Name.Beacons;
                    case FIRST_CONTACT -> org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state
                        .counters.Meter.Name.FirstContact;
                })
                .setPassed(Uint64.valueOf(count.passed()))
                .setDropped(Uint64.valueOf(count.dropped()))
                .build()).collect(BindingMap.toMap()))
            .setUnmatched(flows.stream().filter(FlowStatus::isRest).map(flow -> new UnmatchedBuilder()
                .setSwitch(new SwitchId(flow.node()))
                .setFrames(Uint64.valueOf(flow.packets()))
                .build()).collect(BindingMap.toMap()))
            .build();
    }

    static Steering steering(final List<Decision> decisions) {
        return new SteeringBuilder().setDecision(decisions.stream().map(decision -> new DecisionBuilder()
            .setNumber(Uint64.valueOf(decision.number()))
            .setTime(StateCodec.time(decision.time()))
            .setBssid(StateCodec.bssid(decision.station().bssid()))
            .setStation(StateCodec.station(decision.station().station()))
            .setFrom(StateCodec.wtp(decision.from()))
            .setTo(StateCodec.wtp(decision.to()))
            .setReason(REASONS.get(decision.reason()))
            .setOutcome(OUTCOMES.get(decision.outcome()))
            .setError(decision.error())
            .setInput(decision.inputs().stream().map(input -> new InputBuilder()
                .setWtp(StateCodec.wtp(input.wtp()))
                .setSignal(StateCodec.signal(input.signal()))
                .setSamples(Uint32.valueOf(input.samples()))
                .build()).collect(BindingMap.toMap()))
            .build()).collect(BindingMap.toMap())).build();
    }

    private static final Map<Decision.Reason, org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state
            .steering.Decision.Reason> REASONS = named(Decision.Reason.values(),
        org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.steering.Decision.Reason::forName);
    private static final Map<Decision.Outcome, org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state
            .steering.Decision.Outcome> OUTCOMES = named(Decision.Outcome.values(),
        org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.steering.Decision.Outcome::forName);

    /** Pairs two enumerations whose names differ in their spelling only. */
    private static <A extends Enum<A>, B> Map<A, B> named(final A[] values,
            final java.util.function.Function<String, B> byName) {
        return java.util.Arrays.stream(values).collect(Collectors.toMap(value -> value,
            value -> byName.apply(value.name().toLowerCase(java.util.Locale.ROOT).replace('_', '-'))));
    }
}
