// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.nfv;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The images and LVNFs that a node has, by their names at the node. */
final class NodeContents {
    private final Map<String, FoundImage> images = new HashMap<>();
    private final Map<String, FoundLvnf> lvnfs = new HashMap<>();
    private final UseCount uses = new UseCount();

    /** Starts with what a node has listed. */
    NodeContents(final Collection<FoundImage> images, final Collection<FoundLvnf> lvnfs) {
        images.forEach(this::add);
        lvnfs.forEach(this::add);
    }

    void add(final FoundImage image) {
        images.put(image.name(), image);
    }

    /** Adds an LVNF, or replaces what is known of it. */
    void add(final FoundLvnf lvnf) {
        removeLvnf(lvnf.name());
        lvnfs.put(lvnf.name(), lvnf);
        uses.add(lvnf.image());
    }

    void removeImage(final String name) {
        images.remove(name);
    }

    void removeLvnf(final String name) {
        final FoundLvnf removed = lvnfs.remove(name);
        if (removed != null) {
            uses.remove(removed.image());
        }
    }

    Optional<FoundImage> image(final String name) {
        return Optional.ofNullable(images.get(name));
    }

    Optional<FoundLvnf> lvnf(final String name) {
        return Optional.ofNullable(lvnfs.get(name));
    }

    /** Takes over what earlier contents know of handlers, which lists do not tell. The same name is the same image. */
    void keepHandlers(final NodeContents earlier) {
        images.replaceAll((name, image) -> image.handlers().isEmpty() ? earlier.image(name).orElse(image) : image);
    }

    /** Returns the names of all images. */
    Set<String> images() {
        return Set.copyOf(images.keySet());
    }

    /** Returns the names of all LVNFs. */
    Set<String> lvnfs() {
        return Set.copyOf(lvnfs.keySet());
    }

    int lvnfCount() {
        return lvnfs.size();
    }

    /** Returns the number of LVNFs of an image. */
    int uses(final String image) {
        return uses.of(image);
    }
}
