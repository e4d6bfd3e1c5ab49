// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.graph;

import io.cloudmac.impl.topology.PortId;
import io.cloudmac.impl.wire.Mac;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** Answers questions on signals and links. All methods are thread-safe and return at once. */
public interface Graph {
    /**
     * Measures how the WTPs hear stations.
     *
     * @param question how to measure
     * @param station only this one; empty for all
     * @param wtp only what this one hears; empty for all
     */
    CompletionStage<List<HeardSignal>> stations(Question question, Optional<Mac> station, Optional<Mac> wtp);

    /**
     * Measures how the WTPs hear each other.
     *
     * @param question how to measure
     * @param wtp only what this one hears; empty for all
     */
    CompletionStage<NeighbourSignals> neighbours(Question question, Optional<Mac> wtp);

    /**
     * Reads the counters of links from the switches.
     *
     * @param address only the link of this WTP, or of the host of this VAP; empty for all
     * @param port only this port; empty for all
     * @return fails with {@link IllegalArgumentException} if there is no such WTP, VAP or port
     */
    CompletionStage<List<LinkLoad>> links(Optional<Mac> address, Optional<PortId> port);
}
