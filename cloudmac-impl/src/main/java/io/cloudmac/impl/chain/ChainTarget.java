// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.chain;

import java.util.Optional;
import java.util.Set;

/**
 * What a chain should have.
 *
 * @param way its way; empty while it waits
 * @param fallback the rules at its source while frames cannot pass the LVNFs
 * @param reason why it waits; empty if it does not
 */
public record ChainTarget(Optional<ChainWay> way, Set<ChainRule> fallback, String reason) {
    /** A chain that is not configured. */
    public static final ChainTarget NONE = new ChainTarget(Optional.empty(), Set.of(), "");

    static ChainTarget of(final ChainWay way, final Set<ChainRule> fallback) {
        return new ChainTarget(Optional.of(way), fallback, "");
    }

    static ChainTarget waiting(final Set<ChainRule> fallback, final String reason) {
        return new ChainTarget(Optional.empty(), fallback, reason);
    }
}
