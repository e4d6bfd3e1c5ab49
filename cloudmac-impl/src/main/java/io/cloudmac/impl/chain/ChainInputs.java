// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.chain;

import io.cloudmac.impl.topology.Network;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * All that the ways of chains depend on.
 *
 * @param chains the configured chains and the range of segments
 * @param sources returns the ports of a source; empty while they are not known
 * @param places where LVNFs are
 * @param network the switches and links
 */
public record ChainInputs(ConfiguredChains chains, Function<ChainSource, Optional<SourcePorts>> sources,
        LvnfPlaces places, Network network) {
    /** The configured chains, and the VLAN ids of segments. */
    public record ConfiguredChains(Map<ChainId, ChainSpec> specs, VlanRange range) {
        public ConfiguredChains {
            specs = Map.copyOf(specs);
        }
    }
}
