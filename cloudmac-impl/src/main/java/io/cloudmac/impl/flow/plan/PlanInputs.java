// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.flow.plan;

import io.cloudmac.impl.binding.Assignment;
import io.cloudmac.impl.chain.ChainId;
import io.cloudmac.impl.chain.ChainStage;
import io.cloudmac.impl.core.VersionedMap;
import io.cloudmac.impl.radio.RadioRules;
import io.cloudmac.impl.topology.Network;
import io.cloudmac.impl.wire.Mac;
import java.util.Map;
import java.util.Set;

/**
 * All that the flow rules depend on.
 *
 * @param assignment the present bindings
 * @param network the switches, their ports and links
 * @param radio rate and power of frames
 * @param queues the queues of ports. A new object tells that queues may have changed
 * @param silent VAPs without a rule for group frames. They no longer send; when they do again, their beacons reach the
 *     controller
 * @param sampling whether the ports of WTPs send samples of bound stations to the controller
 * @param hellos the meters of all virtual stations of the assignment
 * @param copies the switches where stations need rules for copies. The planner lets it follow the assignment
 * @param chains the present rules of the chains
 */
record PlanInputs(Assignment assignment, Network network, RadioRules radio, QueueLookup queues, Set<Mac> silent,
        boolean sampling, HelloMeters hellos, CopySwitches copies, VersionedMap<ChainId, ChainStage> chains) {
    /** Creates inputs without chains. */
    PlanInputs(final Assignment assignment, final Network network, final RadioRules radio, final QueueLookup queues,
            final Set<Mac> silent, final boolean sampling, final HelloMeters hellos, final CopySwitches copies) {
        this(assignment, network, radio, queues, silent, sampling, hellos, copies, VersionedMap.copyOf(Map.of()));
    }

    PlanInputs {
        silent = Set.copyOf(silent);
    }
}
