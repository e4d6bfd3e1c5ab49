// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.ovsdb.southbound;

/**
 * Decides which cluster member is responsible for a subject. A subject is named by a string; one of its
 * candidates owns it. All methods are thread-safe and do not block.
 */
interface Ownership extends AutoCloseable {
    /** The owner of a subject, as last reported to this member. */
    enum State {
        /** No member. */
        NOBODY,
        /** Another member. */
        OTHER,
        /** This member. */
        MINE
    }

    /** The interest of this member in one subject. */
    interface Claim extends AutoCloseable {
        /** Makes this member a candidate. Has no effect if it is one already. */
        void stand();

        /** Ends the candidature. This member can learn the new owner later. */
        void withdraw();

        /** Ends candidature and interest. */
        @Override
        void close();
    }

    /** Returns the name of this member, which is the same after a restart. */
    String member();

    /** Returns true if a member is up and reachable, or if that cannot be known. */
    boolean alive(String member);

    /** Returns the owner of a subject. */
    State state(String subject);

    /**
     * Follows a subject. A subject has at most one claim at a time.
     *
     * @param changed is called after each change of the owner, on any thread; must not block
     */
    Claim claim(String subject, Runnable changed);

    /** Ends all claims. */
    @Override
    void close();
}
