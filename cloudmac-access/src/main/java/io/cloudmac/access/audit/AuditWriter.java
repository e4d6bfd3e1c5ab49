// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.access.audit;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Numbers the entries of a queue and writes them into the files of their shares. Runs in a thread of its own. */
final class AuditWriter implements Runnable {
    private static final Logger LOG = LoggerFactory.getLogger(AuditWriter.class);
    private static final Duration WARNING_INTERVAL = Duration.ofMinutes(1);

    private final AuditQueue queue;
    private final Map<AuditShare, AuditFiles> files;
    private final InstantSource clock;
    /** Entries without a line, by share, that no line counts yet. */
    private final Map<AuditShare, Long> lost = new EnumMap<>(AuditShare.class);
    private long number;
    private long unwarned;
    private Instant warned = Instant.MIN;

    AuditWriter(final AuditQueue queue, final Map<AuditShare, AuditFiles> files, final InstantSource clock) {
        this.queue = queue;
        this.files = Map.copyOf(files);
        this.clock = clock;
    }

    @Override
    @SuppressWarnings("checkstyle:IllegalCatch")
    public void run() {
        for (final AuditFiles of : files.values()) {
            number = Math.max(number, lastNumber(of));
        }
        try {
            for (Optional<AuditQueue.Batch> batch = queue.take(); batch.isPresent(); batch = queue.take()) {
                try {
                    write(batch.orElseThrow());
                } catch (RuntimeException e) {
                    LOG.error("The audit loses {} requests", batch.orElseThrow().entries().size(), e);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static long lastNumber(final AuditFiles of) {
        final LinesBackwards lines = new LinesBackwards(of, Instant.MIN);
        try {
            return lines.next().map(line -> line.get("number").longValue()).orElse(0L);
        } catch (IOException e) {
            LOG.warn("Cannot read {}; the audit's numbers may repeat", of.path(0), e);
            return 0;
        }
    }

    /** Writes a batch. A later batch logs as lost what the disk refuses. */
    void write(final AuditQueue.Batch batch) {
        final Map<AuditShare, List<byte[]>> lines = new EnumMap<>(AuditShare.class);
        for (final AuditEntry entry : batch.entries()) {
            number++;
            lines.computeIfAbsent(entry.share(), share -> new ArrayList<>()).add(AuditLine.of(number, entry));
        }
        batch.lost().forEach(this::addLost);
        lost.forEach((share, count) -> {
            number++;
            lines.computeIfAbsent(share, one -> new ArrayList<>())
                .add(AuditLine.ofLost(number, clock.instant(), share, count));
        });
        lines.forEach(this::append);
        warn();
    }

    private void append(final AuditShare share, final List<byte[]> lines) {
        final boolean logsLost = lost.containsKey(share);
        try {
            files.get(share).append(lines);
            lost.remove(share);
        } catch (IOException e) {
            addLost(share, lines.size() - (logsLost ? 1 : 0));
            LOG.debug("Cannot write {}", files.get(share).path(0), e);
        }
    }

    private void addLost(final AuditShare share, final long count) {
        lost.merge(share, count, Long::sum);
        unwarned += count;
    }

    // A flood makes one line a minute in the log.
    private void warn() {
        final Instant now = clock.instant();
        if (unwarned > 0 && (warned.equals(Instant.MIN) || !now.isBefore(warned.plus(WARNING_INTERVAL)))) {
            LOG.warn("{} requests are missing in the audit: too many at once, or the disk refuses{}", unwarned,
                lost.isEmpty() ? "" : " (" + lost.keySet() + " cannot be written)");
            unwarned = 0;
            warned = now;
        }
    }
}
