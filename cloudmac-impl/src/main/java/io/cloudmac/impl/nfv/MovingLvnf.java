// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.nfv;

import java.util.concurrent.CompletableFuture;

/** An LVNF that moves. */
final class MovingLvnf {
    /** How far it is. */
    enum MoveProgress {
        /** The mover has not asked for the new place yet. */
        ORDERED,
        /** The new node removes what it has of an earlier attempt. */
        CLEARING,
        /** The new node adds it. */
        ADDING,
        /** Both nodes have it; the old one processes frames. */
        ADDED,
        /** Both nodes have it; the new one processes frames. */
        ARRIVED
    }

    private final WantedLvnf from;
    private final WantedLvnf to;
    private final CompletableFuture<Void> added = new CompletableFuture<>();
    private MoveProgress progress = MoveProgress.ORDERED;

    MovingLvnf(final WantedLvnf from, final WantedLvnf to) {
        this.from = from;
        this.to = to;
    }

    /** Returns the LVNF at its old node. */
    WantedLvnf from() {
        return from;
    }

    /** Returns the LVNF at its new node. */
    WantedLvnf to() {
        return to;
    }

    /** Returns the LVNF at the node that processes its frames. */
    WantedLvnf host() {
        return progress == MoveProgress.ARRIVED ? to : from;
    }

    /** Returns a future that completes when the new node has it. */
    CompletableFuture<Void> added() {
        return added;
    }

    MoveProgress progress() {
        return progress;
    }

    void progress(final MoveProgress now) {
        progress = now;
    }
}
