// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.topology;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.cloudmac.impl.topology.PathTree.Hop;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Shortest paths, the memory of links, and port ids. */
class TopologyTest {
    private static final long PATIENCE_NANOS = 100;

    private static PortId port(final int node, final int number) {
        return new PortId("openflow:" + node, number);
    }

    private static InterSwitchLink link(final int node, final int number, final int other, final int otherNumber) {
        return InterSwitchLink.between(port(node, number), port(other, otherNumber));
    }

    private static PathTree tree(final Set<InterSwitchLink> links, final int root) {
        return PathTree.of(new Network(Set.of(), Map.of(), links), "openflow:" + root);
    }

    @Test
    void thePathIsTheShortest() {
        // A ring of four switches.
        final Set<InterSwitchLink> links =
            Set.of(link(1, 1, 2, 1), link(2, 2, 3, 1), link(3, 2, 4, 1), link(1, 3, 4, 3));
        assertEquals(Optional.of(List.of(new Hop(port(1, 9), port(1, 3)), new Hop(port(4, 3), port(4, 9)))),
            tree(links, 1).path(port(1, 9), port(4, 9)));
    }

    @Test
    void aPathOnOneSwitchIsOneHop() {
        assertEquals(Optional.of(List.of(new Hop(port(1, 1), port(1, 2)))),
            tree(Set.of(), 1).path(port(1, 1), port(1, 2)));
    }

    @Test
    void thereIsNoPathWithoutALink() {
        assertEquals(Optional.empty(), tree(Set.of(), 1).path(port(1, 1), port(2, 1)));
    }

    @Test
    void theLowestPortWinsAmongParallelLinks() {
        final Set<InterSwitchLink> links = Set.of(link(1, 5, 2, 1), link(1, 3, 2, 2));
        assertEquals(port(1, 3), tree(links, 1).path(port(1, 9), port(2, 9)).orElseThrow().get(0).out());
    }

    @Test
    void aLinkIsKeptWhileASwitchIsDisconnected() {
        final LinkMemory memory = new LinkMemory(Duration.ofNanos(PATIENCE_NANOS));
        memory.restore(Set.of(link(1, 1, 2, 1)));
        memory.observe(Set.of(), node -> node.equals("openflow:1"), 0);
        memory.observe(Set.of(), node -> node.equals("openflow:1"), 10 * PATIENCE_NANOS);
        assertEquals(Set.of(link(1, 1, 2, 1)), memory.links());
    }

    @Test
    void aLinkIsRemovedAfterTheTimeout() {
        final LinkMemory memory = new LinkMemory(Duration.ofNanos(PATIENCE_NANOS));
        memory.restore(Set.of(link(1, 1, 2, 1)));
        memory.observe(Set.of(), node -> true, 0);
        memory.observe(Set.of(), node -> true, PATIENCE_NANOS - 1);
        assertEquals(1, memory.links().size());
        memory.observe(Set.of(), node -> true, PATIENCE_NANOS);
        assertTrue(memory.links().isEmpty());
    }

    @Test
    void aNewLinkAtAPortReplacesTheOldOne() {
        final LinkMemory memory = new LinkMemory(Duration.ofNanos(PATIENCE_NANOS));
        memory.restore(Set.of(link(1, 1, 2, 1)));
        memory.observe(Set.of(link(1, 1, 3, 1)), node -> false, 0);
        assertEquals(Set.of(link(1, 1, 3, 1)), memory.links());
    }

    @Test
    void portIdsAreParsed() {
        assertEquals(Optional.of(port(1, 2)), PortId.parse("openflow:1:2"));
        assertEquals(Optional.empty(), PortId.parse("openflow:1:LOCAL"));
        assertEquals(Optional.empty(), PortId.parse("7"));
    }
}
