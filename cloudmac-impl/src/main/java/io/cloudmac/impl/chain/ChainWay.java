// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.chain;

import java.util.Set;

/**
 * The way of a chain's frames through the network, as rules.
 *
 * @param entry the rules at the sources, which send frames on their way
 * @param path all others: they matter only for frames that an entry has sent
 * @param vlans the VLAN ids of the segments
 */
public record ChainWay(Set<ChainRule> entry, Set<ChainRule> path, Set<Integer> vlans) {
    public ChainWay {
        entry = Set.copyOf(entry);
        path = Set.copyOf(path);
        vlans = Set.copyOf(vlans);
    }
}
