// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.flow.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Which switches an audit reads, and when. */
class AuditTurnsTest {
    private final AuditTurns turns = new AuditTurns();

    private static Map<Integer, Integer> some(final int rules) {
        return IntStream.range(0, rules).boxed().collect(Collectors.toMap(each -> each, each -> each));
    }

    private static Map<String, Map<Integer, Integer>> network(final int switches, final int rules) {
        return IntStream.range(0, switches).boxed()
            .collect(Collectors.toMap(number -> "openflow:" + number, number -> some(rules)));
    }

    @Test
    void aSmallNetworkIsReadInEachRound() {
        final Map<String, Map<Integer, Integer>> rules = network(4, AuditTurns.RULES_AT_ONCE / 5);
        for (int round = 0; round < 3; round++) {
            assertEquals(rules.keySet(), turns.next(rules));
        }
    }

    @Test
    void aLargeNetworkIsReadInPartsEachOnceInAPass() {
        final Map<String, Map<Integer, Integer>> rules = network(500, 2000);
        final Set<String> read = new HashSet<>();
        for (int round = 0; round < AuditTurns.ROUNDS; round++) {
            final Set<String> due = turns.next(rules);
            assertEquals(50, due.size());
            assertTrue(Collections.disjoint(read, due));
            read.addAll(due);
        }
        assertEquals(rules.keySet(), read);
        assertEquals(50, turns.next(rules).size(), "the next pass");
    }

    @Test
    void aLargeSwitchTakesARoundAlone() {
        final Map<String, Map<Integer, Integer>> rules = new HashMap<>(network(1, 1_000_000));
        assertEquals(rules.keySet(), turns.next(rules));
        assertEquals(rules.keySet(), turns.next(rules));
    }

    @Test
    void aSwitchThatIsGoneIsNotRead() {
        final Map<String, Map<Integer, Integer>> rules = network(20, 2000);
        final Set<String> first = turns.next(rules);
        assertTrue(first.size() < rules.size());
        final Map<String, Map<Integer, Integer>> fewer = new HashMap<>(rules);
        final String gone = rules.keySet().stream().filter(node -> !first.contains(node)).findFirst().orElseThrow();
        fewer.remove(gone);
        for (int round = 0; round < 2 * AuditTurns.ROUNDS; round++) {
            assertTrue(!turns.next(fewer).contains(gone));
        }
        assertEquals(Set.of(), new AuditTurns().next(Map.of()));
    }
}
