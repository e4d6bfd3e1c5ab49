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
 * The entity ownership of a cluster in one JVM. As Akka's does, it gives a subject to a living member
 * that stands for it, leaves it there, and says nothing if the only member that stood for it dies.
 */
final class FakeCluster {
    /** Announces changes, as Akka does, without holding anything that others wait for. */
    private final Executor announcer = Executors.newSingleThreadExecutor(
        new ThreadFactoryBuilder().setNameFormat("fake-cluster").setDaemon(true).build());
    private final Map<String, Member> members = new LinkedHashMap<>();
    private final Map<String, Set<Member>> candidates = new HashMap<>();
    private final Map<String, Member> owners = new HashMap<>();

    /** A member, which is up. */
    synchronized Member member(final String name) {
        return members.computeIfAbsent(name, Member::new);
    }

    /** Name of the owner, or null. */
    synchronized String owner(final String subject) {
        return owners.containsKey(subject) ? owners.get(subject).name : null;
    }

    /** Moves a subject to another member that stands for it. */
    synchronized void give(final String subject, final Member to) {
        if (!candidates.getOrDefault(subject, Set.of()).contains(to)) {
            throw new IllegalArgumentException(to.name + " does not stand for " + subject);
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
        members.values().forEach(member -> member.tell(subject,
            owner == null ? Ownership.State.NOBODY
                : owner == member ? Ownership.State.MINE : Ownership.State.OTHER));
    }

    /** Ownership as one member sees it. */
    final class Member implements Ownership {
        private final String name;
        private final Map<String, State> states = new HashMap<>();
        private final Map<String, Runnable> interested = new HashMap<>();
        private final Queue<Runnable> held = new ArrayDeque<>();
        private boolean holding;
        private boolean dead;

        private Member(final String name) {
            this.name = name;
        }

        /** Nothing is heard of it any more, and it hears nothing. */
        void die() {
            synchronized (FakeCluster.this) {
                dead = true;
                Set.copyOf(owners.keySet()).forEach(FakeCluster.this::elect);
            }
        }

        /** It hears of changes only when they are let through. */
        void hold() {
            synchronized (FakeCluster.this) {
                holding = true;
            }
        }

        void letThrough() {
            synchronized (FakeCluster.this) {
                holding = false;
                held.forEach(Runnable::run);
                held.clear();
            }
        }

        private void tell(final String subject, final State state) {
            final Runnable telling = () -> {
                if (states.put(subject, state) != state && interested.containsKey(subject)) {
                    announcer.execute(interested.get(subject));
                }
            };
            if (dead) {
                return;
            }
            if (holding) {
                held.add(telling);
            } else {
                telling.run();
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
