// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.access.audit;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Entries that wait for the writer, in the order in which they came. Each share has its own bound. */
final class AuditQueue {
    /** Entries of a share that wait at most. */
    static final int LONGEST = 1000;

    /**
     * What the writer takes at once.
     *
     * @param entries the entries, oldest first
     * @param lost number of entries that found no room since the last batch, of shares that lost any
     */
    record Batch(List<AuditEntry> entries, Map<AuditShare, Long> lost) {
        Batch {
            entries = List.copyOf(entries);
            lost = Map.copyOf(lost);
        }
    }

    private final List<AuditEntry> waiting = new ArrayList<>();
    private final Map<AuditShare, Integer> counts = new EnumMap<>(AuditShare.class);
    private final Map<AuditShare, Long> lost = new EnumMap<>(AuditShare.class);
    private boolean closed;

    /** Adds an entry, or counts it as lost if its share is full or the queue is closed. Never waits for the disk. */
    synchronized void offer(final AuditEntry entry) {
        final int count = counts.getOrDefault(entry.share(), 0);
        if (count >= LONGEST || closed) {
            lost.merge(entry.share(), 1L, Long::sum);
        } else {
            waiting.add(entry);
            counts.put(entry.share(), count + 1);
        }
        notifyAll();
    }

    /** Takes everything that waits. Waits for a first entry; empty once the queue is closed and nothing waits. */
    synchronized Optional<Batch> take() throws InterruptedException {
        while (waiting.isEmpty() && lost.isEmpty() && !closed) {
            wait();
        }
        if (waiting.isEmpty() && lost.isEmpty()) {
            return Optional.empty();
        }
        final Batch batch = new Batch(waiting, lost);
        waiting.clear();
        counts.clear();
        lost.clear();
        return Optional.of(batch);
    }

    /** Lets the writer end once it has taken what waits. */
    synchronized void close() {
        closed = true;
        notifyAll();
    }
}
