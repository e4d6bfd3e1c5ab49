// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.access;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.LongSupplier;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpSession;

/**
 * Begins and ends the web server's sessions of accounts.
 *
 * <p>The web server takes the id of a session that does not exist yet from the request, so somebody else may know it.
 * Therefore a session gets a new id when an account logs in.
 */
final class Sessions {
    /** Time without a request after which a session ends that was begun with {@link CrossSiteRule#OWN_HEADER}. */
    static final Duration IDLE = Duration.ofMinutes(30);
    /** The same for other sessions: most clients send the password each time, and no cookie. */
    static final Duration SHORT_IDLE = Duration.ofSeconds(30);
    /** Longest time from log-in to the end. */
    static final Duration LONGEST = Duration.ofHours(12);
    /** Sessions of {@link #IDLE} that an account has at most; the next one ends the oldest. */
    static final int MOST = 64;
    /** The same for sessions of {@link #SHORT_IDLE}: more than a client has requests at a time. */
    static final int MOST_SHORT = 256;

    private static final String CHANGES = "io.cloudmac.access.changes";
    private static final String SINCE = "io.cloudmac.access.since";
    private static final String PROOF = "io.cloudmac.access.proof";
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final int SALT_OCTETS = 32;

    private final LongSupplier clock;
    private final byte[] salt = new byte[SALT_OCTETS];
    private final Map<String, OfAccount> accounts = new HashMap<>();
    private long changes;

    /** The sessions of an account, the oldest first. Some have ended already. */
    private static final class OfAccount {
        private final Deque<HttpSession> kept = new ArrayDeque<>();
        private final Deque<HttpSession> brief = new ArrayDeque<>();
    }

    /**
     * Creates a table of sessions.
     *
     * @param clock monotonic time, ns
     */
    Sessions(final LongSupplier clock) {
        this.clock = clock;
        RANDOM.nextBytes(salt);
    }

    /**
     * Ends the session of a request, before its authentication, if it is too old, or if the request has a password that
     * is not the one of the log-in: then the password decides, and not the cookie. It also ends a session whose log-in
     * has not been noted yet: its id is not told to anybody, so only who has chosen it can know it.
     */
    void check(final HttpServletRequest request) {
        request.setAttribute(CHANGES, changes());
        final HttpSession session = request.getSession(false);
        if (session == null) {
            return;
        }
        if (!(session.getAttribute(SINCE) instanceof Long since)) {
            end(session);
            return;
        }
        final String password = request.getHeader("Authorization");
        if (clock.getAsLong() - since > LONGEST.toNanos()
                || password != null && !proof(password).equals(session.getAttribute(PROOF))) {
            end(session);
        }
    }

    /**
     * Gives the session that an authentication has begun its own id and its end. Other sessions stay, but for the
     * oldest of an account that has too many.
     *
     * @param request the request, after {@link #check}
     * @param account id of the account
     */
    void logIn(final HttpServletRequest request, final String account) {
        final HttpSession session = request.getSession(false);
        if (session == null || session.getAttribute(SINCE) != null) {
            return;
        }
        if (!isRenewed(request, session.getId())) {
            // Somebody may know its id, so this request is served without a session.
            end(session);
            return;
        }
        final String password = request.getHeader("Authorization");
        session.setAttribute(PROOF, password == null ? "" : proof(password));
        session.setAttribute(SINCE, clock.getAsLong());
        final boolean isKept = CrossSiteRule.OWN_VALUE.equals(request.getHeader(CrossSiteRule.OWN_HEADER));
        session.setMaxInactiveInterval((int) (isKept ? IDLE : SHORT_IDLE).toSeconds());
        final HttpSession ending = added(request, account, session, isKept);
        if (ending != null) {
            end(ending);
        }
    }

    /** Ends all sessions of an account that has changed, so that its next request is authenticated anew. */
    void endOf(final AccountChange change) {
        final List<OfAccount> ending = new ArrayList<>();
        synchronized (accounts) {
            changes++;
            if (change.account().isPresent()) {
                final OfAccount one = accounts.remove(key(change.account().orElseThrow()));
                if (one != null) {
                    ending.add(one);
                }
            } else {
                ending.addAll(accounts.values());
                accounts.clear();
            }
        }
        for (final OfAccount one : ending) {
            one.kept.forEach(Sessions::end);
            one.brief.forEach(Sessions::end);
        }
    }

    /** Ends the session of a request, if it has one. */
    void logOut(final HttpServletRequest request) {
        final HttpSession session = request.getSession(false);
        if (session != null) {
            end(session);
        }
    }

    private static boolean isRenewed(final HttpServletRequest request, final String before) {
        try {
            return !request.changeSessionId().equals(before);
        } catch (IllegalStateException e) {
            // It has ended meanwhile.
            return false;
        }
    }

    private long changes() {
        synchronized (accounts) {
            return changes;
        }
    }

    /** Adds a session to its account. Returns the session that ends for it; null if none does. */
    private HttpSession added(final HttpServletRequest request, final String account, final HttpSession session,
            final boolean isKept) {
        synchronized (accounts) {
            if (!Long.valueOf(changes).equals(request.getAttribute(CHANGES))) {
                // The account may have changed after its authentication, so the session does not last.
                return session;
            }
            final OfAccount own = accounts.computeIfAbsent(key(account), name -> new OfAccount());
            final Deque<HttpSession> sessions = isKept ? own.kept : own.brief;
            sessions.add(session);
            return sessions.size() > (isKept ? MOST : MOST_SHORT) ? sessions.remove() : null;
        }
    }

    private static String key(final String account) {
        return account.toLowerCase(Locale.ROOT);
    }

    private static void end(final HttpSession session) {
        try {
            session.invalidate();
        } catch (IllegalStateException e) {
            // It has ended already.
            return;
        }
    }

    private String proof(final String password) {
        try {
            final MessageDigest digest = MessageDigest.getInstance("SHA-256");
            digest.update(salt);
            return HexFormat.of().formatHex(digest.digest(password.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
