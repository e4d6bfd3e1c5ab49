// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.access.audit;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Lines that a query has found.
 *
 * @param changes the lines, newest first
 * @param nextCursor cursor of the next page; empty if this is the last one
 * @param unread shares of which lines may be missing, because one of their files cannot be read
 */
public record ChangesPage(List<ObjectNode> changes, OptionalLong nextCursor, Set<AuditShare> unread) {
    /** Copies the collections. */
    public ChangesPage {
        changes = List.copyOf(changes);
        unread = Set.copyOf(unread);
    }
}
