// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.chain;

import java.util.concurrent.CompletionStage;

/**
 * Leads the frames of chains from the old place of an LVNF to the new one, and back. Use it on the event loop, where
 * the stages complete too; they fail with a message for the operator. Between {@link #lay} and {@link #end}, the rules
 * of its chains change only as told.
 */
public interface ChainSteering {
    /**
     * Lays the paths to the new place next to the present ones, and the rules of markers and of relayed frames.
     *
     * @param migration a number that the addresses of its markers are made of
     * @return completes once the switches have all of them, while each frame still goes to the old place
     */
    CompletionStage<MoveWays> lay(LvnfMove move, long migration);

    /** Changes each rule that leads frames to the old place once, in place. Completes once the switches have them. */
    CompletionStage<Void> steer(LvnfMove move);

    /** Leads frames to the old place again, as {@link #steer} does to the new one. */
    CompletionStage<Void> restore(LvnfMove move);

    /** Ends a move: the rules of the place that frames are not led to go. */
    void end(LvnfMove move);
}
