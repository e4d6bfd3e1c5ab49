// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.changes;

import java.util.List;
import java.util.stream.Collectors;
import org.opendaylight.yangtools.yang.common.QName;
import org.opendaylight.yangtools.yang.data.api.YangInstanceIdentifier;
import org.opendaylight.yangtools.yang.data.api.YangInstanceIdentifier.NodeIdentifierWithPredicates;
import org.opendaylight.yangtools.yang.data.api.YangInstanceIdentifier.PathArgument;
import org.opendaylight.yangtools.yang.data.api.schema.DistinctNodeContainer;
import org.opendaylight.yangtools.yang.data.api.schema.LeafNode;
import org.opendaylight.yangtools.yang.data.api.schema.LeafSetNode;
import org.opendaylight.yangtools.yang.data.api.schema.NormalizedNode;

/** Paths and values of the configuration as an operator reads them. Pure. */
final class EditText {
    /** The longest text of a value, characters. */
    static final int LONGEST = 1000;

    private EditText() {
    }

    /** Returns a path below the container {@code cloudmac}, such as {@code wtps/wtp[id=...]/draining}. */
    static String path(final YangInstanceIdentifier path) {
        final List<PathArgument> steps = path.getPathArguments();
        final StringBuilder text = new StringBuilder();
        for (int step = 1; step < steps.size(); step++) {
            if (steps.get(step) instanceof NodeIdentifierWithPredicates entry) {
                // The step before is the list, of the same name.
                entry.entrySet().forEach(key -> text.append('[').append(key.getKey().getLocalName()).append('=')
                    .append(key.getValue()).append(']'));
            } else {
                text.append(text.length() == 0 ? "" : "/").append(steps.get(step).getNodeType().getLocalName());
            }
        }
        return text.toString();
    }

    /** Returns a value: of a leaf its text, of a list entry or container its leaves. */
    static String value(final NormalizedNode value) {
        final String text = leaves(value);
        return text.length() <= LONGEST ? text : text.substring(0, LONGEST - 3) + "...";
    }

    private static String leaves(final NormalizedNode value) {
        if (value instanceof LeafNode<?> leaf) {
            return leaf.body() instanceof QName identity ? identity.getLocalName() : String.valueOf(leaf.body());
        }
        if (value instanceof LeafSetNode<?> set) {
            return set.body().stream().map(entry -> String.valueOf(entry.body())).sorted()
                .collect(Collectors.joining(" "));
        }
        if (value instanceof DistinctNodeContainer<?, ?> parts) {
            return parts.body().stream().map(part -> part.name() instanceof NodeIdentifierWithPredicates
                    ? "(" + leaves(part) + ")" : part.name().getNodeType().getLocalName() + " " + leaves(part))
                .collect(Collectors.joining(", "));
        }
        return String.valueOf(value.body());
    }
}
