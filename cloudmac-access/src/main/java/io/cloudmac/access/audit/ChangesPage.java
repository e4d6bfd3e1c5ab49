// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.access.audit;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.OptionalLong;

/**
 * Lines that a query has found.
 *
 * @param changes the lines, newest first
 * @param nextCursor cursor of the next page; empty if this is the last one
 */
public record ChangesPage(List<ObjectNode> changes, OptionalLong nextCursor) {
    /** Copies the list. */
    public ChangesPage {
        changes = List.copyOf(changes);
    }
}
