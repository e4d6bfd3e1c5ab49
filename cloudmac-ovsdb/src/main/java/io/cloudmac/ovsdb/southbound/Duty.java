// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.ovsdb.southbound;

/** What a member of the cluster has to do for one switch. */
enum Duty {
    /** Programs the switch and writes all that is shown of it. */
    OWNER,
    /** Writes that the switch is away, and what waits for it. */
    CARETAKER,
    /** Leaves both to others, but follows configuration and switch so as to take over at once. */
    STANDBY,
    /** As STANDBY, until it is known who comes after this member. */
    UNDECIDED;

    /**
     * Decides.
     *
     * @param state     who owns the switch
     * @param connected whether it is connected to this member
     * @param wrote     whether this member has written what is shown of the switch
     * @param caretaker whether this member looks after switches that have no owner
     * @param orphaned  whether its owner has been dead for a while and nobody came after him
     */
    static Duty of(final Ownership.State state, final boolean connected, final boolean wrote,
            final boolean caretaker, final boolean orphaned) {
        if (connected) {
            return state == Ownership.State.MINE ? OWNER : STANDBY;
        }
        return switch (state) {
            case MINE -> UNDECIDED;
            case OTHER -> orphaned && caretaker ? CARETAKER : STANDBY;
            case NOBODY -> caretaker || wrote ? CARETAKER : STANDBY;
        };
    }
}
