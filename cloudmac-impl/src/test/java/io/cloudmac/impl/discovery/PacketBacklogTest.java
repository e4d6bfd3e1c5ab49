// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.discovery;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.cloudmac.impl.core.FrameCounters;
import io.cloudmac.impl.core.ManualLoop;
import io.cloudmac.impl.discovery.PacketBacklog.PacketKind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Which packets wait for a loop that is late, and in which order it gets them. */
class PacketBacklogTest {
    private static final int FLOOD = 100_000;
    private static final int SWITCHES = 500;

    private final ManualLoop loop = new ManualLoop();
    private final FrameCounters counters = new FrameCounters();
    private final PacketBacklog backlog = new PacketBacklog(loop, counters);
    /** The packets that the loop got, as kind, switch and number, in order. */
    private final List<String> served = new ArrayList<>();
    private final Map<String, Integer> sent = new HashMap<>();

    private void send(final PacketKind kind, final String node, final int count) {
        for (int i = 0; i < count; i++) {
            final String name = kind + " " + node;
            final int number = sent.merge(name, 1, Integer::sum);
            backlog.add(kind, node, () -> served.add(name + " " + number));
        }
    }

    private void assertServedWithin(final int turns, final String packet) {
        final int at = served.indexOf(packet);
        assertTrue(at >= 0 && at < turns, () -> packet + " at turn " + at + " of " + served.size());
    }

    @Test
    void aFloodOfSamplesDelaysNoOtherKind() {
        send(PacketKind.SAMPLE, "a", FLOOD);
        for (final String node : List.of("a", "b")) {
            send(PacketKind.ANNOUNCEMENT, node, 1);
            send(PacketKind.FIRST_CONTACT, node, 1);
        }
        loop.run();
        // Three kinds take turns, and two switches for two of them.
        for (final String node : List.of("a", "b")) {
            assertServedWithin(6, "ANNOUNCEMENT " + node + " 1");
            assertServedWithin(6, "FIRST_CONTACT " + node + " 1");
        }
        assertEquals(PacketKind.SAMPLE.bound() + 4, served.size());
        assertEquals(Map.of("backlog-samples", (long) FLOOD - PacketKind.SAMPLE.bound()), counters.refused());
    }

    @Test
    void aSwitchThatFloodsTakesNoRoomOfAnother() {
        for (final PacketKind kind : PacketKind.values()) {
            send(kind, "a", FLOOD);
        }
        for (final PacketKind kind : PacketKind.values()) {
            send(kind, "b", kind.bound());
            assertEquals((long) FLOOD - kind.bound(), counters.refused().get(kind.reason()), kind.reason());
        }
        loop.run();
        for (final PacketKind kind : PacketKind.values()) {
            assertServedWithin(2 * PacketKind.values().length, kind + " b 1");
            assertServedWithin(served.size(), kind + " b " + kind.bound());
        }
    }

    @Test
    void theOldestPacketsOfAQueueAreKeptInTheirOrder() {
        send(PacketKind.FIRST_CONTACT, "a", PacketKind.FIRST_CONTACT.bound() + 1);
        loop.run();
        assertEquals("FIRST_CONTACT a 1", served.get(0));
        assertEquals("FIRST_CONTACT a " + PacketKind.FIRST_CONTACT.bound(), served.get(served.size() - 1));
    }

    @Test
    void theMemoryIsBoundedWhileSwitchesComeAndGo() {
        for (int number = 0; number < SWITCHES; number++) {
            send(PacketKind.SAMPLE, "openflow:" + number, PacketKind.SAMPLE.bound());
        }
        send(PacketKind.ANNOUNCEMENT, "a", 1);
        assertEquals(PacketBacklog.FULL_QUEUES + 1, backlog.queues());
        loop.run();
        assertServedWithin(2, "ANNOUNCEMENT a 1");
        assertEquals(PacketBacklog.FULL_QUEUES * PacketKind.SAMPLE.bound() + 1, served.size());
        assertEquals(0, backlog.queues(), "nothing stays of a switch");
    }

    @Test
    void aPacketThatIsAddedByAnotherGetsATurn() {
        backlog.add(PacketKind.ANNOUNCEMENT, "a", () -> send(PacketKind.FIRST_CONTACT, "a", 1));
        loop.run();
        assertEquals(List.of("FIRST_CONTACT a 1"), served);
    }

    @Test
    void otherTasksOfTheLoopWaitForAFewPacketsOnly() {
        send(PacketKind.SAMPLE, "a", FLOOD);
        loop.execute(() -> served.add("other"));
        loop.run();
        assertServedWithin(PacketBacklog.AT_ONCE + 1, "other");
        assertEquals(PacketKind.SAMPLE.bound() + 1, served.size());
    }

    @Test
    void aPacketThatFailsStopsNoOther() {
        backlog.add(PacketKind.SAMPLE, "a", () -> {
            throw new IllegalStateException("as requested by the test");
        });
        send(PacketKind.SAMPLE, "a", 1);
        assertThrows(IllegalStateException.class, loop::run);
        loop.run();
        assertEquals(List.of("SAMPLE a 1"), served);
    }
}
