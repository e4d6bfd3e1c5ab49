// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.nfv;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The LVNFs that are configured for a node, by their names at the node. */
final class NodeWishes {
    private final Map<String, WantedLvnf> lvnfs = new HashMap<>();
    private final UseCount uses = new UseCount();

    /** Adds an LVNF, or replaces it. */
    void put(final WantedLvnf lvnf) {
        remove(lvnf.id().atNode());
        lvnfs.put(lvnf.id().atNode(), lvnf);
        uses.add(lvnf.image().atNode());
    }

    void remove(final String name) {
        final WantedLvnf removed = lvnfs.remove(name);
        if (removed != null) {
            uses.remove(removed.image().atNode());
        }
    }

    Optional<WantedLvnf> lvnf(final String name) {
        return Optional.ofNullable(lvnfs.get(name));
    }

    /** Returns the names of all LVNFs. */
    Set<String> lvnfs() {
        return Set.copyOf(lvnfs.keySet());
    }

    boolean isEmpty() {
        return lvnfs.isEmpty();
    }

    /** Returns true if an LVNF is to have an image. */
    boolean uses(final String image) {
        return uses.of(image) > 0;
    }
}
