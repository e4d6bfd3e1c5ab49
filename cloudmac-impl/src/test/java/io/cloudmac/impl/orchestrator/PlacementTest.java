// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.orchestrator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.cloudmac.impl.orchestrator.Placement.PlacementRefused;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Which node an LVNF of a service gets, and which services are refused. */
class PlacementTest {
    private static final int SERVICES = 200;

    private static NodeRoom room(final String name, final long processor, final long memory, final long load) {
        return new NodeRoom(name, processor, memory, 100 - load, load, NodeRoom.UNKNOWN);
    }

    private static ServicePart part(final String name, final long processor, final long memory) {
        return new ServicePart(name, processor, memory);
    }

    private static String refusal(final List<ServicePart> parts, final NodeRoom... rooms) {
        return assertThrows(PlacementRefused.class,
            () -> Placement.of(parts, List.of(rooms), PlacementPolicy.FIRST_FIT)).getMessage();
    }

    @Test
    void policiesDifferInTheOrderOfNodes() throws PlacementRefused {
        final List<NodeRoom> rooms = List.of(room("a", 100, 100, 5), room("b", 100, 100, 2),
            new NodeRoom("c", 100, 100, 90, 10, 1));
        final List<ServicePart> one = List.of(part("x", 10, 10));
        assertEquals(Map.of("x", "a"), Placement.of(one, rooms, PlacementPolicy.FIRST_FIT));
        assertEquals(Map.of("x", "b"), Placement.of(one, rooms, PlacementPolicy.LEAST_LOADED));
        assertEquals(Map.of("x", "c"), Placement.of(one, rooms, PlacementPolicy.NEAR_SOURCE));
    }

    @Test
    void theLeastLoadedNodeIsAnotherOneAfterEachLvnf() throws PlacementRefused {
        assertEquals(Map.of("x", "a", "y", "b", "z", "a"), Placement.of(
            List.of(part("x", 10, 0), part("y", 10, 0), part("z", 10, 0)),
            List.of(room("a", 100, 100, 0), room("b", 100, 100, 0)), PlacementPolicy.LEAST_LOADED));
    }

    @Test
    void aChoiceIsTakenBackIfAFurtherLvnfFindsNoRoom() throws PlacementRefused {
        // By name, x would go to a, and leave too little for y.
        assertEquals(Map.of("x", "b", "y", "a"), Placement.of(List.of(part("x", 50, 10), part("y", 50, 90)),
            List.of(room("a", 60, 95, 0), room("b", 60, 20, 0)), PlacementPolicy.FIRST_FIT));
    }

    @Test
    void aRefusalSaysWhatIsLeft() {
        assertEquals("LVNF x needs 50 % of a processor and 10 MB: there is no packet node with a session",
            refusal(List.of(part("x", 50, 10))));
        assertEquals("LVNF x needs 50 % of a processor and 10 MB: a has 40 % of a processor left, b has 5 MB left, "
            + "c has no room for another LVNF", refusal(List.of(part("x", 50, 10)), room("c", 100, 100, 100),
            room("a", 40, 100, 0), room("b", 100, 5, 0)));
        assertEquals("each LVNF has a node with room for it, but no placement holds all 2",
            refusal(List.of(part("x", 50, 10), part("y", 60, 10)), room("a", 100, 100, 0)));
    }

    @Test
    void aNodeWithoutCapacityHoldsAllButItsNumberOfLvnfs() throws PlacementRefused {
        final NodeRoom open = new NodeRoom("a", NodeRoom.UNBOUNDED, NodeRoom.UNBOUNDED, 2, 0, NodeRoom.UNKNOWN);
        final List<ServicePart> parts = new ArrayList<>(List.of(part("x", 6400, 1 << 20), part("y", 6400, 1 << 20)));
        assertEquals(Map.of("x", "a", "y", "a"), Placement.of(parts, List.of(open), PlacementPolicy.FIRST_FIT));
        parts.add(part("z", 0, 0));
        assertTrue(refusal(parts, open).contains("no placement holds all 3"));
    }

    private static boolean holds(final Map<String, String> placement, final List<ServicePart> parts,
            final List<NodeRoom> rooms) {
        final Map<String, NodeRoom> left = new HashMap<>();
        rooms.forEach(room -> left.put(room.name(), room));
        for (final ServicePart part : parts) {
            final NodeRoom room = left.get(placement.get(part.name()));
            if (!room.holds(part)) {
                return false;
            }
            left.put(room.name(), room.with(part));
        }
        return true;
    }

    /** Tries every placement. */
    private static boolean isPossible(final List<ServicePart> parts, final List<NodeRoom> rooms) {
        final int count = (int) Math.pow(rooms.size(), parts.size());
        return IntStream.range(0, count).anyMatch(number -> {
            final Map<String, String> placement = new HashMap<>();
            int rest = number;
            for (final ServicePart part : parts) {
                placement.put(part.name(), rooms.get(rest % rooms.size()).name());
                rest /= rooms.size();
            }
            return holds(placement, parts, rooms);
        });
    }

    /** N15: services come until nodes are full. No node exceeds its capacity, and each refusal is right. */
    @ParameterizedTest
    @EnumSource
    void randomServices(final PlacementPolicy policy) {
        final Random random = new Random(15);
        int refused = 0;
        List<NodeRoom> rooms = List.of();
        for (int service = 0; service < SERVICES; service++) {
            if (service % 8 == 0) {
                rooms = IntStream.range(0, 1 + random.nextInt(4)).mapToObj(number -> new NodeRoom("n" + number,
                    random.nextInt(200), random.nextInt(200), random.nextInt(6), 0, random.nextInt(3))).toList();
            }
            final List<ServicePart> parts = IntStream.range(0, 1 + random.nextInt(5)).mapToObj(number ->
                part("x" + number, random.nextInt(90), random.nextInt(90))).toList();
            try {
                final Map<String, String> placement = Placement.of(parts, rooms, policy);
                assertEquals(parts.size(), placement.size());
                assertTrue(holds(placement, parts, rooms), placement + " does not fit into " + rooms);
                final Map<String, NodeRoom> left = new HashMap<>();
                rooms.forEach(room -> left.put(room.name(), room));
                parts.forEach(part -> left.computeIfPresent(placement.get(part.name()),
                    (name, room) -> room.with(part)));
                rooms = List.copyOf(left.values());
            } catch (final PlacementRefused e) {
                refused++;
                assertFalse(isPossible(parts, rooms), e.getMessage() + ", but " + rooms + " hold " + parts);
            }
        }
        assertTrue(refused > SERVICES / 10 && refused < SERVICES * 9 / 10, refused + " were refused");
    }
}
