// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.cluster;

import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;

/**
 * Decides when a member forms a cluster, joins one, or leaves the one that it is in. Any majority of the members forms
 * a cluster.
 *
 * <p>Akka's seed nodes cannot do that. Only the first seed may form a cluster, so nothing starts while it is off. If
 * each member lists itself first, then members that start together refuse each other and form a cluster each, and Akka
 * never merges clusters.
 *
 * <p>A member that is in no cluster joins the cluster of any member that it hears. If nobody has one, it votes for the
 * lowest member that it hears. A member with the votes of a majority forms the cluster. Before a vote goes to somebody
 * else it goes to nobody for longer than it is counted, so no two members have a majority, unless a message travels for
 * longer than {@code ABSTENTION - RECENT}. Even then the datastore is safe, since its shards need a majority of all
 * configured replicas to serve: a needless second cluster has no leaders. Its members hear the better cluster and leave
 * theirs, to join it. A cluster with a majority is never left.
 */
final class Formation {
    /** Time for which a message counts. A starting member on a busy machine pauses for a second or two. */
    static final Duration RECENT = Duration.ofSeconds(3);
    /** Time for which a member votes for nobody before it votes for another member than before. */
    static final Duration ABSTENTION = Duration.ofSeconds(5);
    /** Time for which another cluster must be better. Gossip within one cluster takes less. */
    static final Duration PATIENCE = Duration.ofSeconds(5);

    // The more members it reaches, the better; among equals, the one with the lowest member.
    private static final Comparator<SortedMap<Integer, Long>> BETTER = Comparator
        .<SortedMap<Integer, Long>>comparingInt(SortedMap::size)
        .thenComparing(SortedMap::firstKey, Comparator.reverseOrder());

    private record ReceivedHello(Hello hello, long at) {
    }

    /** What to do now. */
    enum FormationAction {
        NOTHING, FORM, JOIN, LEAVE
    }

    /**
     * An action with the member that it concerns.
     *
     * @param action what to do
     * @param member the member to join, or the one whose cluster is better; 0 for none
     */
    record FormationStep(FormationAction action, int member) {
        static final FormationStep NOTHING = new FormationStep(FormationAction.NOTHING, 0);
    }

    private static final int NOBODY = 0;

    private final Map<Integer, ReceivedHello> heard = new HashMap<>();
    private final int self;
    private final int majority;
    private int vote;
    private long abstainsUntil;
    private Optional<Long> betterSince = Optional.empty();

    /**
     * Creates it for a member that has heard nobody.
     *
     * @param self number of this member
     * @param members number of configured members
     */
    Formation(final int self, final int members) {
        this.self = self;
        majority = members / 2 + 1;
        vote = self;
    }

    /** Takes a message of another member at a time in ns. */
    void hear(final Hello hello, final long now) {
        heard.put(hello.member(), new ReceivedHello(hello, now));
    }

    /** Returns the member that may form a cluster according to this member, or 0. */
    int vote() {
        return vote;
    }

    /**
     * Decides what to do.
     *
     * @param cluster the members that this member reaches in its cluster, as in {@link Hello#cluster()}
     * @param now the time in ns
     */
    FormationStep step(final SortedMap<Integer, Long> cluster, final long now) {
        heard.values().removeIf(message -> now - message.at() > RECENT.toNanos());
        final List<Hello> others = heard.values().stream().map(ReceivedHello::hello).toList();
        return cluster.isEmpty() ? stepOutside(others, now) : stepInside(cluster, others, now);
    }

    private FormationStep stepOutside(final List<Hello> others, final long now) {
        betterSince = Optional.empty();
        final var best = others.stream().filter(Hello::joined).max(Comparator.comparing(Hello::cluster, BETTER));
        if (best.isPresent()) {
            return new FormationStep(FormationAction.JOIN, best.orElseThrow().member());
        }
        final int lowest = others.stream().mapToInt(Hello::member).filter(member -> member < self).min().orElse(self);
        if (vote != lowest && vote != self && vote != NOBODY) {
            vote = NOBODY;
            abstainsUntil = now + ABSTENTION.toNanos();
        } else if (vote != NOBODY || now - abstainsUntil >= 0) {
            // Only this member counts its vote for itself, so it may change at once.
            vote = lowest;
        }
        final long votes = others.stream().filter(hello -> hello.vote() == self).count() + 1;
        return vote != self || votes < majority ? FormationStep.NOTHING
            : new FormationStep(FormationAction.FORM, self);
    }

    private FormationStep stepInside(final SortedMap<Integer, Long> cluster, final List<Hello> others, final long now) {
        final var better = cluster.size() >= majority ? Optional.<Hello>empty() : others.stream()
            .filter(hello -> hello.joined() && foreign(cluster, hello) && BETTER.compare(hello.cluster(), cluster) > 0)
            .findAny();
        if (better.isEmpty()) {
            betterSince = Optional.empty();
            return FormationStep.NOTHING;
        }
        final long since = betterSince.orElse(now);
        betterSince = Optional.of(since);
        return now - since < PATIENCE.toNanos() ? FormationStep.NOTHING
            : new FormationStep(FormationAction.LEAVE, better.orElseThrow().member());
    }

    // Two members are in the same cluster if one of them knows so: the other hears it by gossip a little later.
    private boolean foreign(final SortedMap<Integer, Long> cluster, final Hello hello) {
        return !Objects.equals(cluster.get(hello.member()), hello.cluster().get(hello.member()))
            && !Objects.equals(cluster.get(self), hello.cluster().get(self));
    }
}
