// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.changes;

import java.time.Instant;
import java.util.List;
import org.opendaylight.yang.gen.v1.urn.cloudmac.changes.rev261201.cloudmac.changes.Change;
import org.opendaylight.yangtools.yang.common.Uint64;
import org.opendaylight.yangtools.yang.data.api.YangInstanceIdentifier;
import org.opendaylight.yangtools.yang.data.api.YangInstanceIdentifier.NodeIdentifierWithPredicates;
import org.opendaylight.yangtools.yang.data.api.schema.NormalizedNode;
import org.opendaylight.yangtools.yang.data.api.schema.NormalizedNodes;

/** Decides whether a change may be undone. Pure. */
final class UndoRules {
    private UndoRules() {
    }

    /**
     * Returns the edits that take a change back.
     *
     * @param number the number that was asked for
     * @param change the change of that number; null: there is none
     * @param present the configuration; null: none
     * @param root path of the configuration
     * @throws IllegalArgumentException if there is nothing to undo
     * @throws IllegalStateException if something changed since
     */
    static List<TreeEdit> edits(final Uint64 number, final Change change, final NormalizedNode present,
            final YangInstanceIdentifier root, final Instant now) {
        if (change == null || ChangeBook.isOutdated(change, now)) {
            throw new IllegalArgumentException("there is no change " + number + " in the last day");
        }
        if (change.getUndoneBy() != null) {
            throw new IllegalStateException("change " + number + " was undone by change " + change.getUndoneBy());
        }
        final List<TreeEdit> done = EditCodec.read(change.getContent() == null ? new byte[0] : change.getContent());
        for (final TreeEdit edit : done) {
            final YangInstanceIdentifier path = edit.path().relativeTo(root).orElseThrow(() ->
                new IllegalArgumentException("change " + number + " is not one of the configuration"));
            final NormalizedNode value = find(present, path);
            if (!edit.hasLeft(value) || isEntryGone(present, path)) {
                throw new IllegalStateException("change " + number + " cannot be undone: " + EditText.path(edit.path())
                    + " changed since, from " + text(edit.after()) + " to " + text(value));
            }
        }
        return done.stream().map(TreeEdit::inverse).toList();
    }

    /** Returns true if a list entry above a part is gone, so that the part has no place. */
    private static boolean isEntryGone(final NormalizedNode present, final YangInstanceIdentifier path) {
        for (YangInstanceIdentifier above = path.getParent(); above != null && !above.isEmpty();
                above = above.getParent()) {
            if (above.getLastPathArgument() instanceof NodeIdentifierWithPredicates && find(present, above) == null) {
                return true;
            }
        }
        return false;
    }

    private static NormalizedNode find(final NormalizedNode configuration, final YangInstanceIdentifier path) {
        return configuration == null ? null : NormalizedNodes.findNode(configuration, path).orElse(null);
    }

    private static String text(final NormalizedNode value) {
        return value == null ? "nothing" : EditText.value(value);
    }
}
