// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.flow.plan;

import io.cloudmac.impl.binding.Assignment;
import io.cloudmac.impl.flow.model.Rule;
import io.cloudmac.impl.radio.RadioRules;
import io.cloudmac.impl.topology.Network;
import io.cloudmac.impl.wire.Mac;
import java.util.Map;
import java.util.Set;

/** The flow rules that a planner without a past makes. */
public final class FreshPlan {
    private FreshPlan() {
    }

    public static Map<String, Map<String, Rule>> of(final PlanInputs inputs) {
        final RulePlanner planner = new RulePlanner((node, rule) -> rule);
        planner.update(inputs);
        return planner.plan();
    }

    /** Returns the rules by node id and rule id; the parameters are those of {@link PlanInputs}. */
    public static Map<String, Map<String, Rule>> of(final Assignment assignment, final Network network,
            final RadioRules radio, final QueueLookup queues, final Set<Mac> silent, final boolean sampling,
            final HelloMeters hellos) {
        return of(new PlanInputs(assignment, network, radio, queues, silent, sampling, hellos, new CopySwitches()));
    }
}
