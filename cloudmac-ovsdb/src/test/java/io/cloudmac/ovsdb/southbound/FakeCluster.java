// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.ovsdb.southbound;

import com.google.common.util.concurrent.ThreadFactoryBuilder;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;

/**
 * Simulates entity ownership of a cluster in one JVM, as Akka implements it. A candidate that is alive becomes
 * owner of the subject and stays owner. If the only candidate dies, the cluster reports no change.
 */
final class FakeCluster {
    /** Reports changes, as Akka does, on a thread that holds no lock. */
    private final Executor announcer = Executors.newSingleThreadExecutor(
        new ThreadFactoryBuilder().setNameFormat("fake-cluster").setDaemon(true).build());
    private final Map<String, Member> members = new LinkedHashMap<>();
    private final Map<String, Set<Member>> candidates = new HashMap<>();
    private final Map<String, Member> owners = new HashMap<>();

    /** Returns a member. */
    synchronized Member member(final String name) {
        return members.computeIfAbsent(name, Member::new);
    }

    /** Returns the name of the owner, or null. */
    synchronized String owner(final String subject) {
        return owners.containsKey(subject) ? owners.get(subject).name : null;
    }

    /** Moves a subject to another of its candidates. */
    synchronized void give(final String subject, final Member to) {
        if (!candidates.getOrDefault(subject, Set.of()).contains(to)) {
            throw new IllegalArgumentException(to.name + " is no candidate for " + subject);
        }
        own(subject, to);
    }

    private void elect(final String subject) {
        final Set<Member> standing = candidates.getOrDefault(subject, Set.of());
        final Member owner = owners.get(subject);
        if (owner != null && standing.contains(owner) && (!owner.dead || standing.size() == 1)) {
            return;
        }
        own(subject, standing.stream().filter(member -> !member.dead)
            .min(Comparator.comparing(Member::member)).orElse(null));
    }

    private void own(final String subject, final Member owner) {
        if (owner == null) {
            owners.remove(subject);
        } else {
            owners.put(subject, owner);
        }
        members.values().forEach(member -> member.change(subject,
            owner == null ? Ownership.State.NOBODY
                : owner == member ? Ownership.State.MINE : Ownership.State.OTHER));
    }

    /** Ownership as one member sees it. */
    final class Member implements Ownership {
        private final String name;
        private final Map<String, State> states = new HashMap<>();
        private final Map<String, Runnable> interested = new HashMap<>();
        private final Queue<Runnable> delayed = new ArrayDeque<>();
        private boolean delaying;
        private boolean dead;

        private Member(final String name) {
            this.name = name;
        }

        /** Disconnects the member in both directions. */
        void disconnect() {
            synchronized (FakeCluster.this) {
                dead = true;
                Set.copyOf(owners.keySet()).forEach(FakeCluster.this::elect);
            }
        }

        /** Delays changes until the test delivers them. */
        void delayChanges() {
            synchronized (FakeCluster.this) {
                delaying = true;
            }
        }

        /** Delivers the delayed changes, and later ones at once. */
        void deliverChanges() {
            synchronized (FakeCluster.this) {
                delaying = false;
                delayed.forEach(Runnable::run);
                delayed.clear();
            }
        }

        private void change(final String subject, final State state) {
            final Runnable delivery = () -> {
                if (states.put(subject, state) != state && interested.containsKey(subject)) {
                    announcer.execute(interested.get(subject));
                }
            };
            if (dead) {
                return;
            }
            if (delaying) {
                delayed.add(delivery);
            } else {
                delivery.run();
            }
        }

        @Override
        public String member() {
            return name;
        }

        @Override
        public boolean alive(final String member) {
            synchronized (FakeCluster.this) {
                return members.containsKey(member) && !members.get(member).dead;
            }
        }

        @Override
        public State state(final String subject) {
            synchronized (FakeCluster.this) {
                return states.getOrDefault(subject, State.NOBODY);
            }
        }

        @Override
        public Claim claim(final String subject, final Runnable changed) {
            synchronized (FakeCluster.this) {
                interested.put(subject, changed);
            }
            return new Claim() {
                @Override
                public void stand() {
                    synchronized (FakeCluster.this) {
                        if (!dead) {
                            candidates.computeIfAbsent(subject, key -> new LinkedHashSet<>()).add(Member.this);
                            elect(subject);
                        }
                    }
                }

                @Override
                public void withdraw() {
                    synchronized (FakeCluster.this) {
                        if (!dead && candidates.getOrDefault(subject, Set.of()).remove(Member.this)) {
                            elect(subject);
                        }
                    }
                }

                @Override
                public void close() {
                    synchronized (FakeCluster.this) {
                        interested.remove(subject);
                        withdraw();
                    }
                }
            };
        }

        @Override
        public void close() {
            synchronized (FakeCluster.this) {
                candidates.forEach((subject, standing) -> {
                    if (!dead && standing.remove(this)) {
                        elect(subject);
                    }
                });
            }
        }
    }
}
