// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.cluster;

import akka.actor.AbstractActorWithTimers;
import akka.actor.Address;
import akka.actor.AddressFromURIString;
import akka.actor.Props;
import akka.cluster.Cluster;
import akka.cluster.Member;
import akka.cluster.MemberStatus;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends {@link Hello} to the other members and does what {@link Formation} decides. Akka carries the messages, also
 * between members that are in no cluster, and only between members whose certificates it accepts.
 */
final class FormationActor extends AbstractActorWithTimers {
    static final String NAME = "cloudmac-formation";
    private static final Logger LOG = LoggerFactory.getLogger(FormationActor.class);
    private static final Duration INTERVAL = Duration.ofMillis(500);
    // Akka loses a request to join if the other member removes this member's former run meanwhile.
    private static final Duration REJOIN = Duration.ofSeconds(3);
    private static final Set<MemberStatus> STAYING =
        Set.of(MemberStatus.joining(), MemberStatus.weaklyUp(), MemberStatus.up());

    private enum Tick {
        NOW
    }

    private final Cluster cluster = Cluster.get(getContext().getSystem());
    private final List<Address> members;
    private final int self;
    private final Formation formation;
    private Formation.FormationStep last = Formation.FormationStep.NOTHING;
    private long lastAt;

    FormationActor(final List<String> members) {
        this.members = members.stream().map(AddressFromURIString::parse).toList();
        self = numberOf(cluster.selfAddress());
        if (self == 0) {
            throw new IllegalArgumentException(cluster.selfAddress() + " is not one of " + members);
        }
        formation = new Formation(self, members.size());
    }

    static Props props(final List<String> members) {
        return Props.create(FormationActor.class, () -> new FormationActor(members));
    }

    @Override
    public void preStart() {
        LOG.info("This is member {} of {}; {} form a cluster", self, members.size(), members.size() / 2 + 1);
        getTimers().startTimerWithFixedDelay(Tick.NOW, Tick.NOW, INTERVAL);
    }

    @Override
    public Receive createReceive() {
        return receiveBuilder()
            .match(String.class, this::hear)
            .match(Tick.class, tick -> tick())
            .build();
    }

    private void hear(final String text) {
        Hello.parse(text)
            .filter(hello -> hello.member() != self && hello.member() >= 1 && hello.member() <= members.size())
            .ifPresentOrElse(hello -> formation.hear(hello, System.nanoTime()),
                () -> LOG.debug("Message of another version: {}", text));
    }

    private void tick() {
        final SortedMap<Integer, Long> reached = reached();
        act(formation.step(reached, System.nanoTime()));
        final String hello = new Hello(self, formation.vote(), reached).text();
        for (Address member : members) {
            if (!member.equals(cluster.selfAddress())) {
                getContext().actorSelection(member + "/user/" + NAME).tell(hello, getSelf());
            }
        }
    }

    private void act(final Formation.FormationStep step) {
        final boolean repeated = step.equals(last);
        if (repeated && System.nanoTime() - lastAt < REJOIN.toNanos()) {
            return;
        }
        last = step;
        lastAt = System.nanoTime();
        switch (step.action()) {
            case FORM -> {
                LOG.info("A majority of the members is up and in no cluster: forming one");
                cluster.join(cluster.selfAddress());
            }
            case JOIN -> {
                if (!repeated) {
                    LOG.info("Joining the cluster of member {}", step.member());
                }
                cluster.join(members.get(step.member() - 1));
            }
            case LEAVE -> {
                LOG.warn("This cluster has no majority, and member {} is in a better one: restarting to join it",
                    step.member());
                cluster.down(cluster.selfAddress());
            }
            default -> {
                // Nothing to do.
            }
        }
    }

    // Members that this member reaches in its cluster, itself included.
    private SortedMap<Integer, Long> reached() {
        final SortedMap<Integer, Long> found = new TreeMap<>();
        final var state = cluster.state();
        for (Member member : state.getMembers()) {
            final int number = numberOf(member.address());
            if (number != 0 && STAYING.contains(member.status()) && !state.getUnreachable().contains(member)) {
                found.put(number, member.uniqueAddress().longUid());
            }
        }
        if (found.get(self) == null || found.get(self) != cluster.selfUniqueAddress().longUid()) {
            found.clear();
        }
        return found;
    }

    private int numberOf(final Address address) {
        return members.indexOf(address) + 1;
    }
}
