// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.access;

import io.cloudmac.access.audit.AuditEntry;
import io.cloudmac.access.audit.AuditShare;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes the line of the log for a request that is refused, or that fails: user, method, path and reason.
 *
 * <p>Each share has a limit of its own, so that a hostile client can neither fill the log nor hide the refused requests
 * of other roles. The next line of the share counts what it lost.
 */
final class RefusalLog {
    /** Lines that a share may have at once. */
    static final int BURST = 50;
    /** Lines of a share a second in the long run. */
    static final double PER_SECOND = 0.2;

    private static final Logger LOG = LoggerFactory.getLogger(RefusalLog.class);
    private static final int FIRST_ERROR = 400;
    private static final int FIRST_FAULT = 500;
    private static final Set<String> READING = Set.of("GET", "HEAD");
    private static final Set<Integer> NOTHING_THERE = Set.of(404, 409);
    private static final int LONGEST_PATH = 256;
    private static final int LONGEST_REASON = 300;
    private static final int LONGEST_NAME = 64;
    private static final double SECOND_NS = 1e9;
    private static final Pattern SESSION = Pattern.compile("(?i)(;\\s*jsessionid)=[^;/?]*");

    private static final class Limit {
        private double left = BURST;
        private long at;
        private long lost;

        Limit(final long at) {
            this.at = at;
        }
    }

    private final LongSupplier clock;
    private final Map<AuditShare, Limit> limits = new EnumMap<>(AuditShare.class);

    /**
     * Creates a log.
     *
     * @param clock monotonic time, ns
     */
    RefusalLog(final LongSupplier clock) {
        this.clock = clock;
    }

    /**
     * Writes the line of a request if it was refused or failed, unless its share has had too many.
     *
     * @param entry the request and its status
     * @param reason why it was refused; null if unknown
     */
    void log(final AuditEntry entry, final String reason) {
        final int status = entry.status().orElse(0);
        if (status >= FIRST_FAULT) {
            line(entry, reason).ifPresent(line -> LOG.warn("Failed {}", line));
        } else if (status >= FIRST_ERROR && !(READING.contains(entry.method()) && NOTHING_THERE.contains(status))) {
            line(entry, reason).ifPresent(line -> LOG.info("Refused {}", line));
        }
    }

    /**
     * Returns the line of a request; empty if its share has had too many.
     *
     * @param entry the request and its status
     * @param reason why it was refused; null if unknown
     */
    Optional<String> line(final AuditEntry entry, final String reason) {
        final long lost;
        synchronized (this) {
            final long now = clock.getAsLong();
            final Limit limit = limits.computeIfAbsent(entry.share(), share -> new Limit(now));
            limit.left = Math.min(BURST, limit.left + (now - limit.at) * PER_SECOND / SECOND_NS);
            limit.at = now;
            if (limit.left < 1) {
                limit.lost++;
                return Optional.empty();
            }
            limit.left--;
            lost = limit.lost;
            limit.lost = 0;
        }
        return Optional.of(text(entry, reason) + (lost == 0 ? ""
            : " (before it, " + lost + " more of " + entry.share().label() + " had no line)"));
    }

    private static String text(final AuditEntry entry, final String reason) {
        final String who = entry.user() != null ? "account " + LogText.escaped(entry.user(), LONGEST_NAME)
            : entry.tried() != null ? "nobody, tried as " + LogText.escaped(entry.tried(), LONGEST_NAME) : "nobody";
        final String path = SESSION.matcher(String.valueOf(entry.path())).replaceAll("$1=...");
        return LogText.escaped(entry.method(), LONGEST_NAME) + " " + LogText.escaped(path, LONGEST_PATH) + " of " + who
            + " from " + LogText.escaped(entry.source(), LONGEST_NAME) + ": "
            + (entry.status().isPresent() ? entry.status().getAsInt() : "no status")
            + (reason == null ? "" : ", " + LogText.escaped(reason, LONGEST_REASON));
    }
}
