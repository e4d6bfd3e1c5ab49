// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.access.audit;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.PriorityQueue;

/** Finds lines in the files of all shares. Answers one query at a time, because each may read all files. */
final class ChangesReader {
    private record Head(ObjectNode line, LinesBackwards rest) {
        long number() {
            return line.get("number").asLong();
        }
    }

    private final Collection<AuditFiles> files;

    ChangesReader(final Collection<AuditFiles> files) {
        this.files = List.copyOf(files);
    }

    /** Returns the newest lines that a query is for. */
    synchronized ChangesPage read(final ChangesQuery query) throws IOException {
        final PriorityQueue<Head> heads = new PriorityQueue<>(Comparator.comparingLong(Head::number).reversed());
        for (final AuditFiles of : files) {
            push(heads, new LinesBackwards(of, query.since()));
        }
        final List<ObjectNode> found = new ArrayList<>();
        while (!heads.isEmpty()) {
            final Head head = heads.remove();
            if (head.number() < query.before() && query.isFor(head.line())) {
                if (found.size() == query.limit()) {
                    // There is one more, so the page is not the last.
                    return new ChangesPage(found, OptionalLong.of(found.get(found.size() - 1).get("number").asLong()));
                }
                found.add(head.line());
            }
            push(heads, head.rest());
        }
        return new ChangesPage(found, OptionalLong.empty());
    }

    private static void push(final PriorityQueue<Head> heads, final LinesBackwards lines) throws IOException {
        final Optional<ObjectNode> next = lines.next();
        if (next.isPresent()) {
            heads.add(new Head(next.orElseThrow(), lines));
        }
    }
}
