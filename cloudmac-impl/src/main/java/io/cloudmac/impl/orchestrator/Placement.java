// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.orchestrator;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Chooses a node for each LVNF of a service. It tries the nodes in the order of a policy, and takes a choice back if a
 * further LVNF then finds no room. So a service is refused only if no choice holds all of it, or if none was found in
 * {@link #STEPS} tries.
 */
public final class Placement {
    /** Tries after which the search ends. */
    static final int STEPS = 100_000;

    private final List<ServicePart> parts;
    private final PlacementPolicy policy;
    private final Map<String, NodeRoom> rooms = new HashMap<>();
    private final Map<String, String> chosen = new TreeMap<>();
    private int steps;

    private Placement(final Collection<ServicePart> parts, final Collection<NodeRoom> rooms,
            final PlacementPolicy policy) {
        // What needs most comes first, because it finds room least often.
        this.parts = parts.stream().sorted(Comparator.comparingLong(ServicePart::processor)
            .thenComparingLong(ServicePart::memory).reversed().thenComparing(ServicePart::name)).toList();
        this.policy = policy;
        rooms.forEach(room -> this.rooms.put(room.name(), room));
    }

    /**
     * Returns the node of each LVNF, by its name.
     *
     * @param parts the LVNFs, with different names
     * @param rooms the nodes that may be chosen
     * @throws PlacementRefused if the service is refused; the message says why
     */
    public static Map<String, String> of(final Collection<ServicePart> parts, final Collection<NodeRoom> rooms,
            final PlacementPolicy policy) throws PlacementRefused {
        final Placement placement = new Placement(parts, rooms, policy);
        for (final ServicePart part : placement.parts) {
            if (rooms.stream().noneMatch(room -> room.holds(part))) {
                throw new PlacementRefused(placement.withoutNode(part));
            }
        }
        if (!placement.place(0)) {
            throw new PlacementRefused(placement.steps >= STEPS
                ? "no placement was found in " + STEPS + " tries" : "each LVNF has a node with room for it, but no"
                + " placement holds all " + parts.size());
        }
        return placement.chosen;
    }

    private String withoutNode(final ServicePart part) {
        final String need = "LVNF " + part.name() + " needs " + part.processor() + " % of a processor and "
            + part.memory() + " MB: ";
        return need + (rooms.isEmpty() ? "there is no packet node with a session"
            : rooms.values().stream().sorted(Comparator.comparing(NodeRoom::name)).map(room -> room.left(part))
                .collect(Collectors.joining(", ")));
    }

    /** Places the parts from an index on. Returns false, and changes nothing, if they find no room. */
    private boolean place(final int index) {
        if (index == parts.size()) {
            return true;
        }
        final ServicePart part = parts.get(index);
        final List<NodeRoom> tried = new ArrayList<>();
        for (final NodeRoom room : rooms.values().stream().filter(node -> node.holds(part)).sorted(policy.order())
                .toList()) {
            if (steps++ >= STEPS) {
                return false;
            }
            if (tried.stream().noneMatch(room::isLike)) {
                rooms.put(room.name(), room.with(part));
                chosen.put(part.name(), room.name());
                if (place(index + 1)) {
                    return true;
                }
                rooms.put(room.name(), room);
                chosen.remove(part.name());
                tried.add(room);
            }
        }
        return false;
    }

    /** A service that the packet nodes cannot hold. */
    public static final class PlacementRefused extends Exception {
        private static final long serialVersionUID = 1;

        PlacementRefused(final String message) {
            super(message);
        }
    }
}
