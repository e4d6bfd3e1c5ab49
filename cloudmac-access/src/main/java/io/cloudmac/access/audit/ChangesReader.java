// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.access.audit;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.PriorityQueue;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Finds lines in the files of all shares. Answers one query at a time, because each may read all files. */
final class ChangesReader {
    private record Head(ObjectNode line, AuditShare share, LinesBackwards rest) {
        long number() {
            return line.get("number").asLong();
        }
    }

    private static final Logger LOG = LoggerFactory.getLogger(ChangesReader.class);

    private final Collection<AuditFiles> files;
    private final Set<AuditShare> warned = EnumSet.noneOf(AuditShare.class);

    ChangesReader(final Collection<AuditFiles> files) {
        this.files = List.copyOf(files);
    }

    /** Returns the newest lines that match. A share with a file that cannot be read ends before that file. */
    synchronized ChangesPage read(final ChangesQuery query) {
        final Set<AuditShare> unread = EnumSet.noneOf(AuditShare.class);
        final PriorityQueue<Head> heads = new PriorityQueue<>(Comparator.comparingLong(Head::number).reversed());
        for (final AuditFiles of : files) {
            push(heads, of.share(), new LinesBackwards(of, query.since()), unread);
        }
        final List<ObjectNode> found = new ArrayList<>();
        while (!heads.isEmpty()) {
            final Head head = heads.remove();
            if (head.number() < query.before() && query.isFor(head.line())) {
                if (found.size() == query.limit()) {
                    // There is one more, so the page is not the last.
                    return new ChangesPage(found,
                        OptionalLong.of(found.get(found.size() - 1).get("number").asLong()), unread);
                }
                found.add(head.line());
            }
            push(heads, head.share(), head.rest(), unread);
        }
        return new ChangesPage(found, OptionalLong.empty(), unread);
    }

    private void push(final PriorityQueue<Head> heads, final AuditShare share, final LinesBackwards lines,
            final Set<AuditShare> unread) {
        try {
            final Optional<ObjectNode> next = lines.next();
            if (next.isPresent()) {
                heads.add(new Head(next.orElseThrow(), share, lines));
            }
        } catch (IOException e) {
            unread.add(share);
            if (warned.add(share)) {
                LOG.warn("Cannot read the audit's files of share {}, which queries leave out", share.label(), e);
            }
        }
    }
}
