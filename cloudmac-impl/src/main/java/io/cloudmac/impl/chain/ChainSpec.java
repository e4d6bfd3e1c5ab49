// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.chain;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * A configured chain.
 *
 * @param source where frames enter
 * @param match the frames
 * @param hops the LVNFs in order
 * @param answers where answers enter; empty: they pass no LVNF
 * @param drops whether frames are dropped while the chain waits
 */
public record ChainSpec(ChainSource source, ChainMatch match, List<ChainHop> hops, Optional<ChainSource> answers,
        boolean drops) {
    /**
     * One direction of a chain.
     *
     * @param source where frames enter
     * @param match the frames
     * @param hops the LVNFs in order
     */
    public record ChainDirection(ChainSource source, ChainMatch match, List<ChainHop> hops) {
    }

    public ChainSpec {
        hops = List.copyOf(hops);
    }

    /** Returns the way there, and the way back if there is one. */
    public List<ChainDirection> directions() {
        final ChainDirection there = new ChainDirection(source, match, hops);
        return answers.map(back -> {
            final List<ChainHop> reversed = new ArrayList<>(hops.stream().map(ChainHop::reversed).toList());
            Collections.reverse(reversed);
            return List.of(there, new ChainDirection(back, match.reversed(), List.copyOf(reversed)));
        }).orElse(List.of(there));
    }
}
