// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.nfv;

/** Moves LVNFs under traffic. All methods run on the event loop and must not block. */
public interface LvnfMover {
    /**
     * An LVNF that is to move.
     *
     * @param id the LVNF
     * @param atNode its name at both nodes
     * @param from the packet node that has it
     * @param to the packet node that is configured
     * @param bypasses whether frames pass it unprocessed
     * @param bestEffort whether it moves although a switch cannot tell when it follows its rules
     */
    record MoveOrder(LvnfId id, String atNode, String from, String to, boolean bypasses, boolean bestEffort) {
    }

    /** Begins to move an LVNF, which {@link LvnfHosts} regards as moving from now on. */
    void move(MoveOrder order);

    /** Handles that the configuration of an LVNF that moves has changed: the move may end early. */
    void cancel(LvnfId id);

    /** Handles the end of a session with a packet node. */
    void lost(String node);
}
