// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.cluster;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.Test;

/** Simulates members that start, lose messages and restart, and looks at the clusters that they form. */
public class FormationTest {
    private static final long INTERVAL = Duration.ofMillis(500).toNanos();
    private static final long RESTART = Duration.ofSeconds(20).toNanos();

    private final Map<Integer, Node> nodes = new HashMap<>();
    private final Set<Set<Integer>> cuts = new HashSet<>();
    private final List<Transit> wire = new ArrayList<>();
    private final Random random = new Random(7);
    private long now = Duration.ofDays(3).toNanos();
    private long longestDelay = Duration.ofMillis(300).toNanos();
    private int formed;
    private int restarts;

    private record Transit(long arrives, int to, Hello hello) {
    }

    private final class Node {
        final int number;
        Formation formation;
        long uid;
        long startsAt;
        Set<Integer> cluster = new HashSet<>();

        Node(final int number, final long startsAt) {
            this.number = number;
            restart(startsAt);
        }

        void restart(final long when) {
            cluster.remove(number);
            cluster = new HashSet<>();
            startsAt = when;
            uid++;
            formation = new Formation(number, nodes.size());
        }

        boolean runs() {
            return now >= startsAt;
        }

        SortedMap<Integer, Long> reached() {
            final SortedMap<Integer, Long> found = new TreeMap<>();
            cluster.stream().filter(other -> linked(number, other) && nodes.get(other).runs())
                .forEach(other -> found.put(other, nodes.get(other).uid));
            return found;
        }

        void tick() {
            final SortedMap<Integer, Long> reached = reached();
            final Formation.FormationStep step = formation.step(reached, now);
            switch (step.action()) {
                case FORM -> {
                    formed++;
                    cluster = new HashSet<>(Set.of(number));
                }
                case JOIN -> {
                    final Node target = nodes.get(step.member());
                    if (target.runs() && linked(number, step.member()) && !target.cluster.isEmpty()) {
                        cluster = target.cluster;
                        cluster.add(number);
                    }
                }
                case LEAVE -> {
                    restarts++;
                    restart(now + RESTART);
                    return;
                }
                default -> {
                    // Nothing to do.
                }
            }
            final Hello hello = new Hello(number, formation.vote(), reached);
            nodes.keySet().stream().filter(other -> other != number && linked(number, other)).forEach(other ->
                wire.add(new Transit(now + (long) (random.nextDouble() * longestDelay), other, hello)));
        }
    }

    private boolean linked(final int one, final int other) {
        return one == other || !cuts.contains(Set.of(one, other));
    }

    private void members(final double... startSeconds) {
        for (int i = 1; i <= startSeconds.length; i++) {
            nodes.put(i, null);
        }
        for (int i = 1; i <= startSeconds.length; i++) {
            nodes.put(i, new Node(i, now + (long) (startSeconds[i - 1] * 1e9)));
        }
    }

    private void run(final double seconds) {
        final long end = now + (long) (seconds * 1e9);
        for (; now < end; now += INTERVAL / 5) {
            final List<Transit> arrived = wire.stream().filter(message -> message.arrives <= now).toList();
            wire.removeAll(arrived);
            arrived.stream().filter(message -> nodes.get(message.to).runs())
                .forEach(message -> nodes.get(message.to).formation.hear(message.hello, now));
            for (Node node : nodes.values()) {
                if (node.runs() && (now / (INTERVAL / 5) + node.number) % 5 == 0) {
                    node.tick();
                }
            }
        }
    }

    private void cut(final int one, final int other) {
        cuts.add(Set.of(one, other));
    }

    private Set<Integer> cluster(final int number) {
        return nodes.get(number).cluster;
    }

    @Test
    public void threeThatStartTogetherFormOneCluster() {
        members(0, 0, 0);
        run(4);
        assertEquals(Set.of(1, 2, 3), cluster(1));
        assertEquals(1, formed);
        assertEquals(0, restarts);
    }

    @Test
    public void anyTwoOfThreeFormTheCluster() {
        for (int dead = 1; dead <= 3; dead++) {
            formed = 0;
            nodes.clear();
            members(dead == 1 ? 1e6 : 0, dead == 2 ? 1e6 : 1, dead == 3 ? 1e6 : 2);
            run(8);
            final int alive = dead == 1 ? 2 : 1;
            assertEquals(2, cluster(alive).size());
            assertEquals(1, formed);
        }
    }

    @Test
    public void oneOfThreeFormsNothing() {
        members(0, 1e6, 1e6);
        run(120);
        assertEquals(Set.of(), cluster(1));
    }

    @Test
    public void twoOfFiveFormNothing() {
        members(0, 0, 1e6, 1e6, 1e6);
        run(120);
        assertEquals(Set.of(), cluster(1));
        assertEquals(Set.of(), cluster(2));
    }

    @Test
    public void aLateMemberJoins() {
        members(30, 0, 0);
        run(25);
        assertEquals(Set.of(2, 3), cluster(2));
        run(20);
        assertEquals(Set.of(1, 2, 3), cluster(1));
        assertEquals(1, formed);
    }

    @Test
    public void twoThatDoNotHearEachOtherFormOneClusterThroughTheThird() {
        members(0, 0, 0);
        cut(1, 2);
        run(15);
        assertEquals(1, formed);
        assertEquals(Set.of(1, 2, 3), cluster(3));
    }

    @Test
    public void membersThatAreCutOffFormNothingAndJoinLater() {
        members(0, 0, 0);
        cut(1, 2);
        cut(1, 3);
        run(30);
        assertEquals(Set.of(), cluster(1));
        assertEquals(Set.of(2, 3), cluster(2));
        cuts.clear();
        run(10);
        assertEquals(Set.of(1, 2, 3), cluster(1));
        assertEquals(0, restarts);
    }

    @Test
    public void anIslandWithoutMajorityRestartsAndJoins() {
        members(0, 0, 0);
        nodes.get(1).cluster = new HashSet<>(Set.of(1));
        nodes.get(2).cluster = new HashSet<>(Set.of(2, 3));
        nodes.get(3).cluster = nodes.get(2).cluster;
        run(60);
        assertEquals(Set.of(1, 2, 3), cluster(2));
        assertEquals(1, restarts);
    }

    @Test
    public void ofThreeIslandsTheOneWithTheLowestMemberStays() {
        members(0, 0, 0);
        nodes.values().forEach(node -> node.cluster = new HashSet<>(Set.of(node.number)));
        run(60);
        assertEquals(Set.of(1, 2, 3), cluster(1));
        assertEquals(2, restarts);
    }

    @Test
    public void aMajorityIsNeverLeft() {
        final Formation formation = new Formation(3, 3);
        final SortedMap<Integer, Long> mine = new TreeMap<>(Map.of(2, 20L, 3, 30L));
        for (int second = 0; second < 60; second++) {
            formation.hear(new Hello(1, 1, new TreeMap<>(Map.of(1, 10L, 2, 21L, 4, 1L))), second * 1_000_000_000L);
            assertEquals(Formation.FormationStep.NOTHING, formation.step(mine, second * 1_000_000_000L));
        }
    }

    @Test
    public void membersOfOneClusterThatSeeItDifferentlyStay() {
        final Formation formation = new Formation(3, 3);
        for (int second = 0; second < 60; second++) {
            formation.hear(new Hello(1, 1, new TreeMap<>(Map.of(1, 10L, 3, 30L))), second * 1_000_000_000L);
            assertEquals(Formation.FormationStep.NOTHING,
                formation.step(new TreeMap<>(Map.of(3, 30L)), second * 1_000_000_000L));
        }
    }

    @Test
    public void noTwoClustersFormWhateverTheTimesOfStartsAndMessages() {
        longestDelay = Duration.ofMillis(1400).toNanos();
        for (int seed = 0; seed < 3000; seed++) {
            random.setSeed(seed);
            nodes.clear();
            cuts.clear();
            wire.clear();
            formed = 0;
            final int count = random.nextBoolean() ? 3 : 5;
            members(random.doubles(count, 0, random.nextInt(10) + 0.1).toArray());
            if (random.nextBoolean()) {
                cut(1, 2);
                run(random.nextInt(15));
                cuts.clear();
            }
            run(30);
            assertEquals("seed " + seed, 1, formed);
            assertEquals("seed " + seed, count, cluster(1).size());
        }
    }

    @Test
    public void messagesSurviveTheWire() {
        final Hello hello = new Hello(2, 0, new TreeMap<>(Map.of(1, -5L, 2, Long.MAX_VALUE)));
        assertEquals(Optional.of(hello), Hello.parse(hello.text()));
        final Hello outside = new Hello(3, 1, new TreeMap<>());
        assertEquals(Optional.of(outside), Hello.parse(outside.text()));
        for (String wrong : List.of("", "2 1 1 ", "1 1 1", "1 x 1 ", "1 1 1 5", "1 1 1 5:x", "1 1 1 :")) {
            assertTrue(wrong, Hello.parse(wrong).isEmpty());
        }
    }
}
