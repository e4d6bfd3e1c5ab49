// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.state.network;

import io.cloudmac.impl.core.Counters;
import io.cloudmac.impl.flow.FlowProgram.MeterCount;
import io.cloudmac.impl.flow.FlowStatus;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.counters.MalformedBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.counters.MeterBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.counters.RefusedBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.counters.UnmatchedBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.flows.Flow;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.flows.Flow.State;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.flows.FlowBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.flows.Switch;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.flows.SwitchBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.SwitchId;
import org.opendaylight.yangtools.yang.binding.util.BindingMap;
import org.opendaylight.yangtools.yang.common.Uint16;
import org.opendaylight.yangtools.yang.common.Uint32;
import org.opendaylight.yangtools.yang.common.Uint64;
import org.opendaylight.yangtools.yang.common.Uint8;

/** The encoding of flow rules and counters in {@code cloudmac-state}. */
final class FlowState {
    /** How many problems are shown at a switch. */
    private static final int PROBLEMS = 8;

    private FlowState() {
    }

    /** Returns the entry of a rule. */
    static Flow flow(final FlowStatus flow) {
        return new FlowBuilder()
            .setSwitch(new SwitchId(flow.node()))
            .setId(flow.rule().id())
            .setTable(Uint8.valueOf(flow.rule().table()))
            .setPriority(Uint16.valueOf(flow.rule().priority()))
            .setMatch(flow.rule().match().toString())
            .setActions(flow.rule().actionsText())
            .setState(switch (flow.state()) {
                case PENDING -> State.Pending;
                case INSTALLED -> State.Installed;
                case MISSING -> State.Missing;
            })
            .setPackets(Uint64.valueOf(flow.packets()))
            .setProblem(flow.problem().isEmpty() ? null : flow.problem())
            .build();
    }

    /** Returns the entry of a switch with some rules. */
    static Switch flowsOf(final String node, final Collection<FlowStatus> rules) {
        return new SwitchBuilder()
            .setId(new SwitchId(node))
            .setRules(Uint32.valueOf(rules.size()))
            .setMissing(Uint32.valueOf(
                rules.stream().filter(flow -> flow.state() == FlowStatus.RuleState.MISSING).count()))
            .setProblem(rules.stream().map(FlowStatus::problem).filter(problem -> !problem.isEmpty())
                .distinct().sorted().limit(PROBLEMS).collect(Collectors.toSet()))
            .build();
    }

    /**
     * Returns the counters.
     *
     * @param unmatched the default-drop rules of the switches
     */
    static org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.Counters counters(
            final Counters counters, final Collection<MeterCount> meters, final List<FlowStatus> unmatched) {
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
                    case SAMPLES -> org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state
                        .counters.Meter.Name.Samples;
                    case KNOWN_BEACONS -> org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state
                        .counters.Meter.Name.KnownBeacons;
                    case HELLOS -> org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state
                        .counters.Meter.Name.Hellos;
                    case KNOWN_HELLOS -> org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state
                        .counters.Meter.Name.KnownHellos;
                    case DOWNLINKS -> org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state
                        .counters.Meter.Name.Downlinks;
                })
                .setPassed(Uint64.valueOf(count.passed()))
                .setDropped(Uint64.valueOf(count.dropped()))
                .build()).collect(BindingMap.toMap()))
            .setUnmatched(unmatched.stream().map(flow -> new UnmatchedBuilder()
                .setSwitch(new SwitchId(flow.node()))
                .setFrames(Uint64.valueOf(flow.packets()))
                .build()).collect(BindingMap.toMap()))
            .build();
    }
}
