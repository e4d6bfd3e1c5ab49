// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.orchestrator;

import java.util.Comparator;

/** Which of the nodes with room an LVNF gets. */
public enum PlacementPolicy {
    /** The first one by name. */
    FIRST_FIT(Comparator.comparing(NodeRoom::name)),
    /** The one with the fewest LVNFs, and then the most of its processors left. */
    LEAST_LOADED(Comparator.comparingLong(NodeRoom::load)
        .thenComparing(Comparator.comparingLong(NodeRoom::processor).reversed()).thenComparing(NodeRoom::name)),
    /** The one with the fewest links from the source, and then as LEAST_LOADED. */
    NEAR_SOURCE(Comparator.comparingInt(NodeRoom::distance).thenComparing(LEAST_LOADED.order));

    private final Comparator<NodeRoom> order;

    PlacementPolicy(final Comparator<NodeRoom> order) {
        this.order = order;
    }

    /** Returns the order in which nodes are tried. */
    Comparator<NodeRoom> order() {
        return order;
    }
}
