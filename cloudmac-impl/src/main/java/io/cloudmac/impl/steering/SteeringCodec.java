// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.steering;

import io.cloudmac.impl.state.StateCodec;
import io.cloudmac.impl.steering.SteeringLog.LoggedDecision;
import io.cloudmac.impl.steering.SteeringTrigger.SignalInput;
import io.cloudmac.impl.steering.SteeringTrigger.Thresholds;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.SteeringDecision;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.Steering;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.SteeringBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.steering.Decision;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.steering.DecisionBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.steering.decision.Input;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.steering.decision.InputBuilder;
import org.opendaylight.yangtools.yang.binding.util.BindingMap;
import org.opendaylight.yangtools.yang.common.Uint16;
import org.opendaylight.yangtools.yang.common.Uint32;
import org.opendaylight.yangtools.yang.common.Uint64;
import org.opendaylight.yangtools.yang.common.Uint8;

/** The encoding of steering decisions in {@code cloudmac-state}. */
public final class SteeringCodec {
    private SteeringCodec() {
    }

    static Steering steering(final List<LoggedDecision> decisions, final long unsaved) {
        return new SteeringBuilder().setUnsaved(Uint64.valueOf(unsaved))
            .setDecision(decisions.stream().map(SteeringCodec::decision).collect(BindingMap.toMap())).build();
    }

    /** Returns a decision as an entry of the log. */
    public static Decision decision(final LoggedDecision decision) {
        final SteeringResult result = decision.result();
        final DecisionBuilder builder = new DecisionBuilder()
            .setNumber(Uint64.valueOf(decision.number()))
            .setTime(StateCodec.time(decision.time()))
            .setBssid(StateCodec.bssid(decision.client().stack()))
            .setStation(StateCodec.station(decision.client().station()))
            .setFrom(StateCodec.wtp(decision.from()))
            .setTo(StateCodec.wtp(decision.to()))
            .setReason(SteeringDecision.Reason.ofName(name(decision.trigger().reason())))
            .setOutcome(SteeringDecision.Outcome.ofName(name(result.outcome())))
            .setWhyNot(result.whyNot() == null ? null : SteeringDecision.WhyNot.ofName(name(result.whyNot())))
            .setError(result.error())
            .setUser(decision.trigger().user())
            .setInput(decision.trigger().inputs().stream().map(SteeringCodec::input).collect(BindingMap.toMap()));
        final Thresholds thresholds = decision.trigger().thresholds();
        if (thresholds != null) {
            builder.setHysteresis(Uint8.valueOf(thresholds.hysteresis()))
                .setDwell(Uint32.valueOf(thresholds.dwell().toMillis()))
                .setLoadTieBreak(Uint8.valueOf(thresholds.margin()))
                .setMinimumSamples(Uint16.valueOf(thresholds.samples()))
                .setStaleAfter(Uint32.valueOf(thresholds.staleAfter().toMillis()));
        }
        return builder.build();
    }

    private static Input input(final SignalInput input) {
        return new InputBuilder()
            .setWtp(StateCodec.wtp(input.wtp()))
            .setSignal(StateCodec.signal(input.signal()))
            .setLast(StateCodec.signal(input.last()))
            .setSamples(Uint32.valueOf(input.samples()))
            .setAge(input.age() == null ? null : age(input.age()))
            .setLoad(input.load() < 0 ? null : Uint32.valueOf(input.load()))
            .build();
    }

    /** Returns an age in ms, limited to the maximum of the model, 49.7 days. */
    private static Uint32 age(final Duration age) {
        return Uint32.valueOf(Math.min(age.toMillis(), Uint32.MAX_VALUE.toJava()));
    }

    /** Returns the name of an enumeration value in YANG: lower case, with hyphens. */
    static String name(final Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
