// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.changes;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.opendaylight.yangtools.yang.data.api.YangInstanceIdentifier;
import org.opendaylight.yangtools.yang.data.api.YangInstanceIdentifier.PathArgument;
import org.opendaylight.yangtools.yang.data.api.schema.ContainerNode;
import org.opendaylight.yangtools.yang.data.api.schema.DistinctNodeContainer;
import org.opendaylight.yangtools.yang.data.api.schema.LeafSetNode;
import org.opendaylight.yangtools.yang.data.api.schema.MapNode;
import org.opendaylight.yangtools.yang.data.api.schema.NormalizedNode;

/**
 * Compares two configurations. The parts that differ are as small as possible: a leaf, a whole leaf-list, or a list
 * entry that is only in one of the two. Pure.
 */
final class TreeDiff {
    private TreeDiff() {
    }

    /**
     * Returns the parts that differ, in the order of the trees.
     *
     * @param path where the values are
     * @param before the value before; null: not configured
     * @param after the value after; null: not configured
     */
    static List<TreeEdit> edits(final YangInstanceIdentifier path, final NormalizedNode before,
            final NormalizedNode after) {
        final List<TreeEdit> edits = new ArrayList<>();
        compare(path, before, after, edits);
        return List.copyOf(edits);
    }

    private static void compare(final YangInstanceIdentifier path, final NormalizedNode before,
            final NormalizedNode after, final List<TreeEdit> edits) {
        if (Objects.equals(before, after)) {
            return;
        }
        if (!isDivided(before, after)) {
            edits.add(new TreeEdit(path, before, after));
            return;
        }
        for (final PathArgument name : names(before, after)) {
            compare(path.node(name), child(before, name), child(after, name), edits);
        }
    }

    /**
     * Returns true if the parts are compared instead. A container or list without parts is the same as none; a list
     * entry that comes or goes is one part.
     */
    private static boolean isDivided(final NormalizedNode before, final NormalizedNode after) {
        if (before != null && after != null) {
            return hasParts(before) && hasParts(after);
        }
        final NormalizedNode only = before == null ? after : before;
        return only instanceof ContainerNode || only instanceof MapNode;
    }

    private static boolean hasParts(final NormalizedNode value) {
        return value instanceof DistinctNodeContainer && !(value instanceof LeafSetNode);
    }

    private static Set<PathArgument> names(final NormalizedNode before, final NormalizedNode after) {
        final Set<PathArgument> names = new LinkedHashSet<>();
        for (final NormalizedNode value : new NormalizedNode[] {before, after}) {
            if (value instanceof DistinctNodeContainer<?, ?> parts) {
                parts.body().forEach(part -> names.add(part.name()));
            }
        }
        return names;
    }

    @SuppressWarnings("unchecked")
    private static NormalizedNode child(final NormalizedNode value, final PathArgument name) {
        return value == null ? null
            : ((DistinctNodeContainer<PathArgument, NormalizedNode>) value).childByArg(name);
    }
}
