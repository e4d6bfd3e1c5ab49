// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.ovsdb.southbound;

/** The role of a cluster member towards one switch. */
enum MemberRole {
    /** Programs the switch and publishes its state. */
    OWNER,
    /** Publishes that the switch is not connected, and its pending entries. */
    CARETAKER,
    /** Leaves both to others, but follows configuration and switch, so that it can take over at once. */
    STANDBY,
    /** Acts like STANDBY until the successor of this member is known. */
    UNDECIDED;

    /**
     * Determines the role.
     *
     * @param state     owner of the switch
     * @param connected true if the switch is connected to this member
     * @param wrote     true if this member has published the switch's state
     * @param caretaker true if this member is the caretaker
     * @param orphaned  true if the owner has been dead for a while and has no successor
     */
    static MemberRole of(final Ownership.State state, final boolean connected, final boolean wrote,
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
