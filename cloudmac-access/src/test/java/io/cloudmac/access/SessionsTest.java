// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.access;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.doAnswer;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import io.cloudmac.access.audit.AuditEntry;
import java.io.IOException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.servlet.Filter;
import javax.servlet.FilterChain;
import javax.servlet.FilterConfig;
import javax.servlet.ServletException;
import javax.servlet.ServletRequest;
import javax.servlet.ServletResponse;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import javax.servlet.http.HttpSession;
import org.apache.shiro.subject.Subject;
import org.apache.shiro.util.ThreadContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.opendaylight.aaa.api.shiro.principal.ODLPrincipal;

/** Sends requests through all filters, with hostile neighbours. */
final class SessionsTest {
    private static final String OWN = "X-Requested-With: cloudmac\r\n";
    private static final String ALICE = FilteredServer.basic("alice:right");
    private static final String BOB = FilteredServer.basic("bob:right");
    private static final String PATH = "/rests/data/cloudmac:cloudmac";
    private static final Pattern COOKIE = Pattern.compile("Set-Cookie: (JSESSIONID=[^;\r]+)");

    /** Stands for Shiro: a session with an account is enough, and a password begins one. */
    private static final class SessionAuthentication implements Filter {
        @Override
        public void init(final FilterConfig config) {
            // Nothing to set up.
        }

        @Override
        public void destroy() {
            // Nothing to end.
        }

        @Override
        public void doFilter(final ServletRequest request, final ServletResponse response, final FilterChain chain)
                throws IOException, ServletException {
            final HttpServletRequest http = (HttpServletRequest) request;
            final HttpSession session = http.getSession(false);
            Object account = session == null ? null : session.getAttribute("principal");
            final String header = http.getHeader("Authorization");
            if (account == null && header != null && ("Authorization: " + header + "\r\n").equals(
                    FilteredServer.basic(TriedName.of(header) + ":right"))) {
                account = TriedName.of(header);
                http.getSession(true).setAttribute("principal", account);
            }
            if (account == null) {
                ((HttpServletResponse) response).setStatus(401);
                return;
            }
            final ODLPrincipal principal = mock(ODLPrincipal.class);
            when(principal.getUsername()).thenReturn((String) account);
            when(principal.getUserId()).thenReturn(account + "@sdn");
            when(principal.getRoles()).thenReturn(Set.of("admin"));
            final Subject subject = mock(Subject.class);
            when(subject.isAuthenticated()).thenReturn(true);
            when(subject.getPrincipal()).thenReturn(principal);
            ThreadContext.bind(subject);
            try {
                chain.doFilter(request, response);
            } finally {
                ThreadContext.unbindSubject();
            }
        }
    }

    private final List<AuditEntry> told = Collections.synchronizedList(new ArrayList<>());
    private final List<String> served = Collections.synchronizedList(new ArrayList<>());
    private final AtomicInteger idle = new AtomicInteger();
    private final AtomicLong now = new AtomicLong();
    private FilteredServer server;

    @BeforeEach
    void setUp() throws Exception {
        final Sessions sessions = new Sessions(now::get);
        server = new FilteredServer(new AuditFilter(told::add, (entry, reason) -> { }, InstantSource.system()),
            new UnauthorizedFilter(), new SessionFilter(sessions), new SessionAuthentication(),
            new AccessFilter(new RequestRate(), sessions));
        server.answerWith((request, answer) -> {
            final HttpSession session = request.getSession(false);
            idle.set(session == null ? 0 : session.getMaxInactiveInterval());
            served.add(((Caller) request.getAttribute(AuditFilter.CALLER)).name());
        });
    }

    @AfterEach
    void tearDown() throws Exception {
        server.close();
    }

    /** Returns the header with the cookie that the answer sets last. */
    private static String cookie(final String answer) {
        final Matcher found = COOKIE.matcher(answer);
        String cookie = null;
        while (found.find()) {
            cookie = found.group(1);
        }
        return "Cookie: " + cookie + "\r\n";
    }

    private String loggedIn(final String... headers) throws Exception {
        final String answer = server.sent("GET", PATH, headers);
        assertTrue(answer.startsWith("HTTP/1.1 200 "), answer);
        return cookie(answer);
    }

    @Test
    void aSessionReadsAndNeedsTheHeaderToChangeSomething() throws Exception {
        final String cookie = loggedIn(OWN, ALICE);
        assertEquals(200, server.status("GET", PATH, cookie));
        assertEquals(200, server.status("PUT", PATH, cookie, OWN));
        assertEquals(200, server.status("PUT", PATH, ALICE));
        final int before = served.size();
        final String refused = server.sent("PUT", PATH, cookie);
        assertTrue(refused.startsWith("HTTP/1.1 403 ") && refused.contains("X-Requested-With: cloudmac"), refused);
        assertEquals(before, served.size());
        assertEquals("alice", told.get(told.size() - 1).user());
    }

    @Test
    void aFormOfAnotherSiteIsRefusedWhateverTheBrowserAdds() throws Exception {
        final String cookie = loggedIn(OWN, ALICE);
        final String form = "Sec-Fetch-Site: cross-site\r\nContent-Type: text/plain\r\n";
        assertEquals(403, server.status("POST", PATH, cookie, form));
        assertEquals(403, server.status("POST", PATH, ALICE, form));
        assertEquals(403, server.status("POST", PATH, ALICE, "Sec-Fetch-Site: same-site\r\n"));
        assertEquals(403, server.status("POST", PATH, ALICE, "Origin: http://evil\r\n"));
        assertEquals(403, server.status("POST", PATH, cookie, OWN, "Origin: null\r\n"));
        assertEquals(200, server.status("POST", PATH, ALICE, "Origin: http://a\r\n"));
        assertEquals(200, server.status("POST", PATH, ALICE, "Sec-Fetch-Site: same-origin\r\n"));
    }

    @Test
    void theIdOfALogInIsUnknownToEverybodyElse() throws Exception {
        final String chosen = "Cookie: JSESSIONID=chosen\r\n";
        final String cookie = loggedIn(chosen, ALICE);
        assertNotEquals(chosen, cookie);
        assertEquals(401, server.status("GET", PATH, chosen));
        assertEquals(200, server.status("GET", PATH, cookie));
        // Once is enough.
        assertFalse(server.sent("GET", PATH, cookie).contains("Set-Cookie"));
    }

    /** Between the authentication and the new id, a request of whoever has chosen the id must not use the session. */
    @Test
    void aSessionWhoseLogInIsNotNotedYetIsOfNoUse() {
        final HttpSession session = mock(HttpSession.class);
        final HttpServletRequest request = mock(HttpServletRequest.class);
        when(request.getSession(false)).thenReturn(session);
        new Sessions(now::get).check(request);
        verify(session).invalidate();
    }

    @ParameterizedTest
    @ValueSource(strings = {";jsessionid=x", "/a;JSESSIONID=x/b", ";jsessionid"})
    void noPathNamesASession(final String path) throws Exception {
        final String answer = server.sent("GET", "/rests/data" + path, ALICE);
        assertTrue(answer.startsWith("HTTP/1.1 400 ") && answer.contains("as a cookie only"), answer);
        assertEquals(List.of(), served);
    }

    @Test
    void thePasswordDecidesAndNotTheCookie() throws Exception {
        final String cookie = loggedIn(OWN, ALICE);
        final String other = loggedIn(cookie, OWN, BOB);
        assertEquals(List.of("alice", "bob"), served);
        assertEquals(401, server.status("GET", PATH, cookie));
        assertEquals(200, server.status("GET", PATH, other, BOB));
        assertEquals(401, server.status("GET", PATH, other, FilteredServer.basic("bob:wrong")));
        assertEquals(401, server.status("GET", PATH, other));
    }

    @Test
    void logOutEndsTheSessionAndRemovesTheCookie() throws Exception {
        final String cookie = loggedIn(OWN, ALICE);
        assertEquals(403, server.status("POST", "/log-out", cookie));
        assertEquals(405, server.status("GET", "/log-out", cookie));
        assertEquals(200, server.status("GET", PATH, cookie));
        final String answer = server.sent("POST", "/log-out", cookie, OWN);
        assertTrue(answer.startsWith("HTTP/1.1 204 ") && answer.contains("Max-Age=0"), answer);
        assertEquals("alice", told.get(told.size() - 1).user());
        assertEquals(401, server.status("GET", PATH, cookie));
        assertEquals(204, server.status("POST", "/log-out", cookie, OWN));
        assertEquals(204, server.status("POST", "/log-out"));
        assertEquals(401, server.status("POST", "/log-out", FilteredServer.basic("alice:wrong")));
    }

    @Test
    void aSessionEndsWithoutRequestsAndAfterItsLongestTime() throws Exception {
        final String cookie = loggedIn(OWN, ALICE);
        assertEquals(Sessions.IDLE.toSeconds(), idle.get());
        loggedIn(ALICE);
        assertEquals(Sessions.SHORT_IDLE.toSeconds(), idle.get());
        now.set(Sessions.LONGEST.toNanos());
        assertEquals(200, server.status("GET", PATH, cookie));
        now.incrementAndGet();
        assertEquals(401, server.status("GET", PATH, cookie));
    }

    @Test
    void theNextSessionEndsTheOldestOfItsAccount() throws Exception {
        final String bob = loggedIn(OWN, BOB);
        final String first = loggedIn(OWN, ALICE);
        final String second = loggedIn(OWN, ALICE);
        for (int more = 2; more < Sessions.MOST; more++) {
            loggedIn(OWN, ALICE);
        }
        assertEquals(200, server.status("GET", PATH, first));
        loggedIn(OWN, ALICE);
        assertEquals(401, server.status("GET", PATH, first));
        assertEquals(200, server.status("GET", PATH, second));
        assertEquals(200, server.status("GET", PATH, bob));
    }

    @Test
    void sessionsWithoutTheHeaderAreBoundedToo() throws Exception {
        final String kept = loggedIn(OWN, ALICE);
        final String first = loggedIn(ALICE);
        final String second = loggedIn(ALICE);
        for (int more = 2; more < Sessions.MOST_SHORT; more++) {
            loggedIn(ALICE);
        }
        assertEquals(200, server.status("GET", PATH, first));
        loggedIn(ALICE);
        assertEquals(401, server.status("GET", PATH, first));
        assertEquals(200, server.status("GET", PATH, second));
        assertEquals(200, server.status("GET", PATH, kept));
    }

    @ParameterizedTest
    @ValueSource(strings = {"PUT /auth/v1/users/bob@sdn", "DELETE /auth/v1/users/BOB@sdn",
        "POST /auth/v1/domains/sdn/users/bob@sdn/roles", "DELETE /auth/v1/domains/sdn/users/bob@sdn/roles/viewer@sdn"})
    void theSessionsOfAnAccountEndWhenItChanges(final String change) throws Exception {
        final String alice = loggedIn(OWN, ALICE);
        final String bob = loggedIn(OWN, BOB);
        final String brief = loggedIn(BOB);
        final String[] words = change.split(" ");
        assertEquals(200, server.status(words[0], words[1], ALICE));
        assertEquals(401, server.status("GET", PATH, bob));
        assertEquals(401, server.status("GET", PATH, brief));
        assertEquals(200, server.status("GET", PATH, alice));
        assertEquals(200, server.status("GET", PATH, loggedIn(OWN, BOB)));
    }

    @Test
    void aChangeOfWhatAccountsHaveInCommonEndsAllSessions() throws Exception {
        final String alice = loggedIn(OWN, ALICE);
        final String bob = loggedIn(OWN, BOB);
        assertEquals(200, server.status("DELETE", "/auth/v1/roles/viewer@sdn", alice, OWN));
        assertEquals(401, server.status("GET", PATH, alice));
        assertEquals(401, server.status("GET", PATH, bob));
    }

    @Test
    void aRefusedChangeOfAnAccountEndsNothing() throws Exception {
        final String bob = loggedIn(OWN, BOB);
        server.answerWith((request, answer) -> answer.setStatus(404));
        assertEquals(404, server.status("DELETE", "/auth/v1/users/bob@sdn", ALICE));
        server.answerWith((request, answer) -> answer.setStatus(200));
        assertEquals(200, server.status("GET", "/auth/v1/users/bob@sdn", ALICE));
        assertEquals(200, server.status("POST", "/auth/v1/users", ALICE));
        assertEquals(200, server.status("GET", PATH, bob));
    }

    /** An account may change between the authentication of a request and the noting of its log-in. */
    @Test
    void aSessionThatBeginsWhileAccountsChangeDoesNotLast() {
        final Sessions sessions = new Sessions(now::get);
        final HttpSession session = mock(HttpSession.class);
        when(session.getId()).thenReturn("before");
        final Map<String, Object> attributes = new HashMap<>();
        final HttpServletRequest request = mock(HttpServletRequest.class);
        doAnswer(call -> attributes.put(call.getArgument(0), call.getArgument(1))).when(request)
            .setAttribute(any(), any());
        when(request.getAttribute(any())).thenAnswer(call -> attributes.get(call.getArgument(0)));
        when(request.changeSessionId()).thenReturn("after");
        sessions.check(request);
        when(request.getSession(false)).thenReturn(session);
        sessions.endOf(new AccountChange(Optional.of("alice@sdn")));
        sessions.logIn(request, "alice@sdn");
        verify(session).invalidate();
    }
}
