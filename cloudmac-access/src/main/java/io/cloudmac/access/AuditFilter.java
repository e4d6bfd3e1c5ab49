// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.access;

import io.cloudmac.access.audit.AuditEntry;
import io.cloudmac.access.audit.AuditShare;
import java.io.IOException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import javax.servlet.AsyncContext;
import javax.servlet.AsyncEvent;
import javax.servlet.AsyncListener;
import javax.servlet.FilterChain;
import javax.servlet.ServletException;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;

/**
 * Logs requests that change something, and refused requests, with the status sent. It runs before the authentication,
 * so that failed log-ins are logged as well.
 */
final class AuditFilter extends RequestFilter {
    /** Attribute of a request: the {@link Caller} that {@link AccessFilter} has found. */
    static final String CALLER = "io.cloudmac.access.caller";

    private static final Set<String> READING = Set.of("GET", "HEAD", "OPTIONS");
    private static final int TOO_MANY_REQUESTS = 429;
    private static final Set<Integer> REFUSED = Set.of(HttpServletResponse.SC_UNAUTHORIZED,
        HttpServletResponse.SC_FORBIDDEN, TOO_MANY_REQUESTS);

    private final Consumer<AuditEntry> audit;
    private final BiConsumer<AuditEntry, String> log;
    private final InstantSource clock;

    /**
     * Creates a filter.
     *
     * @param audit takes the requests of the audit
     * @param log takes all requests, with the error-message of the answer; null if it has none
     * @param clock wall clock
     */
    AuditFilter(final Consumer<AuditEntry> audit, final BiConsumer<AuditEntry, String> log,
            final InstantSource clock) {
        this.audit = audit;
        this.log = log;
        this.clock = clock;
    }

    @Override
    void filter(final HttpServletRequest http, final HttpServletResponse answer, final FilterChain chain)
            throws IOException, ServletException {
        final ObservedAnswer observed = new ObservedAnswer(answer);
        final Exchange exchange = new Exchange(http, observed, clock.instant());
        boolean isReturned = false;
        try {
            chain.doFilter(http, observed);
            isReturned = true;
        } finally {
            if (!isReturned) {
                // The server answers an exception after this filter, with a status that only it knows.
                exchange.end(answer.isCommitted() ? OptionalInt.of(answer.getStatus()) : OptionalInt.empty());
            } else if (http.isAsyncStarted()) {
                exchange.endWith(http.getAsyncContext());
            } else {
                exchange.end(OptionalInt.of(answer.getStatus()));
            }
        }
    }

    /** Returns the share of the audit that an account's requests belong to. */
    static AuditShare share(final Caller caller) {
        if (caller.roles().contains(Caller.Role.ADMIN)) {
            return AuditShare.ADMIN;
        }
        if (caller.roles().contains(Caller.Role.OPERATOR)) {
            return AuditShare.OPERATOR;
        }
        return caller.tenants().isEmpty() ? AuditShare.VIEWER : AuditShare.TENANT;
    }

    private static boolean isLogged(final HttpServletRequest request, final OptionalInt status) {
        return status.isPresent() && REFUSED.contains(status.getAsInt()) || !isReading(request);
    }

    private static boolean isReading(final HttpServletRequest request) {
        return READING.contains(request.getMethod()) || RequestPath.of(request.getRequestURI())
            .filter(path -> AccessTable.isReadingRpc(request.getMethod(), path)).isPresent();
    }

    /** One request and its answer. */
    private final class Exchange implements AsyncListener {
        private final HttpServletRequest request;
        private final ObservedAnswer answer;
        private final Instant begun;

        Exchange(final HttpServletRequest request, final ObservedAnswer answer, final Instant begun) {
            this.request = request;
            this.answer = answer;
            this.begun = begun;
        }

        void endWith(final AsyncContext context) {
            context.addListener(this);
        }

        void end(final OptionalInt status) {
            final boolean isKnown = request.getAttribute(CALLER) instanceof Caller;
            final Caller caller = isKnown ? (Caller) request.getAttribute(CALLER) : null;
            final AuditEntry entry = new AuditEntry(begun, isKnown ? share(caller) : AuditShare.NOBODY,
                isKnown ? caller.name() : null, isKnown ? null : TriedName.of(request.getHeader("Authorization")),
                request.getRemoteAddr(), request.getMethod(), request.getRequestURI(), status);
            if (isLogged(request, status)) {
                audit.accept(entry);
            }
            log.accept(entry, answer.reason());
        }

        @Override
        public void onComplete(final AsyncEvent event) {
            end(OptionalInt.of(answer.getStatus()));
        }

        @Override
        public void onTimeout(final AsyncEvent event) {
            // The server answers, and then calls onComplete.
        }

        @Override
        public void onError(final AsyncEvent event) {
            // The server answers, and then calls onComplete.
        }

        @Override
        public void onStartAsync(final AsyncEvent event) {
            // A new asynchronous phase has no listeners.
            event.getAsyncContext().addListener(this);
        }
    }
}
