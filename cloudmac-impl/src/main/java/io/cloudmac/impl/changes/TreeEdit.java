// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.changes;

import java.util.Objects;
import org.opendaylight.yangtools.yang.data.api.YangInstanceIdentifier;
import org.opendaylight.yangtools.yang.data.api.schema.NormalizedNode;

/**
 * A part of the configuration that a change replaces.
 *
 * @param path where it is
 * @param before its value before; null: not configured
 * @param after its value after; null: not configured
 */
record TreeEdit(YangInstanceIdentifier path, NormalizedNode before, NormalizedNode after) {
    /** Returns the edit that takes this one back. */
    TreeEdit inverse() {
        return new TreeEdit(path, after, before);
    }

    /** Returns true if a value is the one that this edit has left; null: nothing is configured. */
    boolean hasLeft(final NormalizedNode present) {
        return Objects.equals(after, present);
    }
}
