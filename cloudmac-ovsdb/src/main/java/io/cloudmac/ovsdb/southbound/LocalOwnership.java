// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.ovsdb.southbound;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Implements ownership without a cluster: a candidate owns the subject at once. */
final class LocalOwnership implements Ownership {
    private static final String MEMBER = "local";

    private final Set<String> mine = ConcurrentHashMap.newKeySet();

    @Override
    public String member() {
        return MEMBER;
    }

    @Override
    public boolean alive(final String member) {
        return true;
    }

    @Override
    public State state(final String subject) {
        return mine.contains(subject) ? State.MINE : State.NOBODY;
    }

    @Override
    public Claim claim(final String subject, final Runnable changed) {
        return new Claim() {
            @Override
            public void stand() {
                if (mine.add(subject)) {
                    changed.run();
                }
            }

            @Override
            public void withdraw() {
                if (mine.remove(subject)) {
                    changed.run();
                }
            }

            @Override
            public void close() {
                mine.remove(subject);
            }
        };
    }

    @Override
    public void close() {
        mine.clear();
    }
}
