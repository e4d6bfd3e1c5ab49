// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.access;

import io.cloudmac.access.Caller.Role;
import io.cloudmac.access.caller.RequestUser;
import java.io.IOException;
import java.util.Collections;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import javax.servlet.FilterChain;
import javax.servlet.ServletException;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.apache.shiro.subject.Subject;
import org.apache.shiro.util.ThreadContext;
import org.opendaylight.aaa.api.shiro.principal.ODLPrincipal;

/** Refuses the requests that {@link AccessTable} does not allow. It runs behind the authentication. */
final class AccessFilter extends RequestFilter {
    private static final int TOO_MANY_REQUESTS = 429;
    private static final Set<String> BODILESS = Set.of("GET", "HEAD", "DELETE");
    private static final Pattern JSON =
        Pattern.compile("application/(yang-data\\+)?json(; *charset=\"?utf-8\"?)?");

    private final RequestRate rate;
    private final Sessions sessions;

    AccessFilter(final RequestRate rate, final Sessions sessions) {
        this.rate = rate;
        this.sessions = sessions;
    }

    @Override
    void filter(final HttpServletRequest http, final HttpServletResponse answer, final FilterChain chain)
            throws IOException, ServletException {
        final Caller caller = caller(ThreadContext.getSubject());
        if (!caller.name().isEmpty()) {
            http.setAttribute(AuditFilter.CALLER, caller);
            final Optional<String> refusal = CrossSiteRule.refusal(http.getMethod(),
                http.getHeader("Authorization") != null, Collections.list(http.getHeaders(CrossSiteRule.OWN_HEADER)),
                CrossSiteRule.Page.of(http));
            if (refusal.isPresent()) {
                refuse(answer, refusal.orElseThrow());
                return;
            }
            sessions.logIn(http, accountId(ThreadContext.getSubject(), caller));
            if (LogOut.isAsked(http)) {
                logOut(http, answer);
                return;
            }
            if (WhoAmI.isAsked(http)) {
                WhoAmI.answer(caller, answer);
                return;
            }
        }
        try {
            RequestUser.<IOException, ServletException>serve(caller.name(),
                () -> decide(caller, http, answer, chain));
        } finally {
            AccountChange.of(http, answer.getStatus()).ifPresent(sessions::endOf);
        }
    }

    private void decide(final Caller caller, final HttpServletRequest http, final HttpServletResponse answer,
            final FilterChain chain) throws IOException, ServletException {
        if (caller.roles().contains(Role.ADMIN)) {
            chain.doFilter(http, answer);
            return;
        }
        final Verdict verdict = RequestPath.of(http.getRequestURI())
            .map(path -> AccessTable.decide(caller, http.getMethod(), path, http.getContentType()))
            .orElseGet(Verdict.Refused::new);
        if (!caller.tenants().isEmpty() && !rate.isWithin(caller.name(), System.nanoTime())) {
            answer.setHeader("Retry-After", "1");
            ErrorAnswer.send(answer, TOO_MANY_REQUESTS, "resource-denied", "an account of a tenant may send "
                + RequestRate.PER_SECOND + " requests a second");
        } else if (verdict instanceof Verdict.Allowed allowed) {
            pass(allowed, http, answer, chain);
        } else {
            refuse(answer, "your account may not send this request");
        }
    }

    private void logOut(final HttpServletRequest http, final HttpServletResponse answer) throws IOException {
        if (http.getMethod().equals("POST")) {
            sessions.logOut(http);
        }
        LogOut.answer(http, answer);
    }

    private static void refuse(final HttpServletResponse answer, final String reason) throws IOException {
        ErrorAnswer.send(answer, HttpServletResponse.SC_FORBIDDEN, "access-denied", reason);
    }

    private static void pass(final Verdict.Allowed allowed, final HttpServletRequest request,
            final HttpServletResponse answer, final FilterChain chain) throws IOException, ServletException {
        if (allowed.body() == BodyRule.ANY || BODILESS.contains(request.getMethod())) {
            chain.doFilter(allowed.query() == null ? request : new OtherQuery(request, allowed.query()), answer);
            return;
        }
        final String type = request.getContentType();
        if (type == null || !JSON.matcher(type.toLowerCase(Locale.ROOT)).matches()) {
            ErrorAnswer.send(answer, HttpServletResponse.SC_UNSUPPORTED_MEDIA_TYPE, "invalid-value",
                "an account of a tenant sends application/yang-data+json");
            return;
        }
        final byte[] body = request.getInputStream().readNBytes(RequestBody.LONGEST + 1);
        if (body.length > RequestBody.LONGEST) {
            ErrorAnswer.send(answer, HttpServletResponse.SC_REQUEST_ENTITY_TOO_LARGE, "too-big",
                "a body may have " + RequestBody.LONGEST + " octets");
            return;
        }
        final Optional<byte[]> checked = RequestBody.checked(body, allowed.body());
        if (checked.isEmpty()) {
            ErrorAnswer.send(answer, HttpServletResponse.SC_FORBIDDEN, "access-denied",
                "the body is no JSON object, or not only images, LVNFs, chains and triggers of your tenant");
        } else {
            chain.doFilter(new OtherBody(request, checked.orElseThrow()), answer);
        }
    }

    /** Returns the id of an account in OpenDaylight's database, where a name is one of a domain. */
    private static String accountId(final Subject subject, final Caller caller) {
        return subject.getPrincipal() instanceof ODLPrincipal principal && principal.getUserId() != null
            ? principal.getUserId() : caller.name();
    }

    /** Returns the account of a subject; without authentication one without name and roles, which may do nothing. */
    static Caller caller(final Subject subject) {
        if (subject == null || !subject.isAuthenticated()) {
            return Caller.of("", Set.of());
        }
        return subject.getPrincipal() instanceof ODLPrincipal principal
            ? Caller.of(principal.getUsername(), principal.getRoles())
            : Caller.of(String.valueOf(subject.getPrincipal()), Set.of());
    }
}
