// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.ovsdb.southbound;

/**
 * Who of the cluster's members is responsible for what. For each subject, named by a string, one of the
 * members that stand for it is its owner. All methods may be called by any thread and do not block.
 */
interface Ownership extends AutoCloseable {
    /** Who owns a subject, as this member was told last. */
    enum State {
        /** Nobody. */
        NOBODY,
        /** Another member. */
        OTHER,
        /** This member. */
        MINE
    }

    /** This member's interest in one subject. */
    interface Claim extends AutoCloseable {
        /** Stands for it. Nothing changes if it does already. */
        void stand();

        /** Stands no longer. Whoever is told afterwards to be the owner is; this member may be told that late. */
        void withdraw();

        /** Withdraws, and hears of it no more. */
        @Override
        void close();
    }

    /** Name of this member, the same after a restart. */
    String member();

    /** Whether a member is up and can be reached. Where that cannot be known, it is. */
    boolean alive(String member);

    /** Who owns a subject. */
    State state(String subject);

    /**
     * Follows a subject. There is at most one claim to it at a time.
     *
     * @param changed is called after each change of its state, on any thread; must not block
     */
    Claim claim(String subject, Runnable changed);

    /** Withdraws from everything. */
    @Override
    void close();
}
