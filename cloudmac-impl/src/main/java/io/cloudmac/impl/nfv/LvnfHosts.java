// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.nfv;

import io.cloudmac.impl.chain.LvnfMove;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.opendaylight.yangtools.concepts.Registration;

/** The packet nodes of LVNFs that move. Use it on the event loop, where the stages complete too. */
public interface LvnfHosts {
    /**
     * Where an LVNF is.
     *
     * @param node the packet node that processes its frames
     * @param atNode its name there
     */
    record LvnfHost(String node, String atNode) {
    }

    /** Registers who moves LVNFs. Without a mover, an LVNF whose node changes is created anew. Thread-safe. */
    Registration register(LvnfMover mover);

    /**
     * Adds an LVNF that moves to its new node, in mode stopped. What that node has of an earlier attempt goes first.
     *
     * @return the places; fails with a message for the operator
     */
    CompletionStage<LvnfMove> prepare(LvnfId id);

    /** Tells that frames are processed at the new node from now on. */
    void arrived(LvnfId id);

    /** Ends a move that has arrived: the old node removes the LVNF. */
    void moved(LvnfId id);

    /** Ends a move that has failed: the new node removes the LVNF, and the old one keeps it as it is. */
    void stayed(LvnfId id);

    /** Returns the packet node that processes frames of an LVNF; empty: none has it. */
    Optional<LvnfHost> host(LvnfId id);

    /** Publishes how far a move is. */
    void report(LvnfId id, MoveReport report);
}
