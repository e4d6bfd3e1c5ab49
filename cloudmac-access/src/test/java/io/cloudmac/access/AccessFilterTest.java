// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.access;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import io.cloudmac.access.audit.AuditEntry;
import io.cloudmac.access.audit.AuditLog;
import io.cloudmac.access.audit.AuditShare;
import io.cloudmac.access.caller.RequestUser;
import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import javax.servlet.Filter;
import javax.servlet.FilterChain;
import javax.servlet.FilterConfig;
import javax.servlet.ServletException;
import javax.servlet.ServletRequest;
import javax.servlet.ServletResponse;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.apache.shiro.subject.Subject;
import org.apache.shiro.util.ThreadContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.opendaylight.aaa.api.shiro.principal.ODLPrincipal;
import org.opendaylight.aaa.web.FilterDetails;
import org.opendaylight.aaa.web.WebContext;

/** All filters of a web context, with an authentication that believes the header Role. */
final class AccessFilterTest {
    /** Stands for Shiro. */
    private static class Authentication implements Filter {
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
            final String role = ((HttpServletRequest) request).getHeader("Role");
            if (role == null) {
                ((HttpServletResponse) response).setStatus(401);
                return;
            }
            final ODLPrincipal principal = mock(ODLPrincipal.class);
            when(principal.getUsername()).thenReturn("one");
            when(principal.getRoles()).thenReturn(Set.of(role));
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

    /** Lets a request without password change something. */
    private static final String OWN = "X-Requested-With: cloudmac\r\n";

    @TempDir
    private Path folder;
    private final List<AuditEntry> told = Collections.synchronizedList(new ArrayList<>());
    private FilteredServer server;

    @BeforeEach
    void setUp() throws Exception {
        server = new FilteredServer(new AuditFilter(told::add, (entry, reason) -> { }, InstantSource.system()),
            new UnauthorizedFilter(), new Authentication(),
            new AccessFilter(new RequestRate(), new Sessions(System::nanoTime)));
        server.answerWith((request, answer) -> answer.setStatus(204));
    }

    @AfterEach
    void tearDown() throws Exception {
        server.close();
    }

    @ParameterizedTest
    @CsvSource({
        "admin,      204, ADMIN", "operator,   204, OPERATOR", "viewer,     403, VIEWER", "user,       403, VIEWER",
        "tenant:red, 403, TENANT",
    })
    void whatIsAllowedAndRefusedIsToldWithTheAccount(final String role, final int status, final AuditShare share)
            throws Exception {
        assertEquals(status, server.status("PUT", "/rests/data/cloudmac:cloudmac", OWN + "Role: " + role + "\r\n"));
        assertEquals(1, told.size());
        assertEquals("one", told.get(0).user());
        assertEquals(share, told.get(0).share());
        assertEquals(status, told.get(0).status().getAsInt());
    }

    @Test
    void theThreadServesTheAccountInsideTheChainOnly() throws Exception {
        final List<Optional<String>> users = Collections.synchronizedList(new ArrayList<>());
        final Filter before = new Authentication() {
            @Override
            public void doFilter(final ServletRequest request, final ServletResponse response,
                    final FilterChain chain) throws IOException, ServletException {
                super.doFilter(request, response, chain);
                users.add(RequestUser.current());
            }
        };
        try (FilteredServer other = new FilteredServer(before,
                new AccessFilter(new RequestRate(), new Sessions(System::nanoTime)))) {
            other.answerWith((request, answer) -> users.add(RequestUser.current()));
            assertEquals(200, other.status("GET", "/x", "Role: admin\r\n"));
            assertEquals(200, other.status("GET", "/rests/data/cloudmac:cloudmac", "Role: viewer\r\n"));
        }
        assertEquals(List.of(Optional.of("one"), Optional.empty(), Optional.of("one"), Optional.empty()), users);
    }

    @ParameterizedTest
    @CsvSource({"admin, '[\"admin\"],\"tenants\":[]'", "viewer, '[\"viewer\"],\"tenants\":[]'",
        "user, '[],\"tenants\":[]'", "tenant:red, '[],\"tenants\":[\"red\"]'"})
    void eachAccountMayAskForItsRoles(final String role, final String found) throws Exception {
        final String answer = server.sent("GET", "/who-am-i", "Role: " + role + "\r\n");
        assertTrue(answer.endsWith("{\"user\":\"one\",\"roles\":" + found + "}"), answer);
        assertEquals(401, server.status("GET", "/who-am-i", ""));
    }

    @Test
    void nobodyGetsAReasonAndIsTold() throws Exception {
        assertEquals(401, server.status("GET", "/rests/data", FilteredServer.basic("guess:secret")));
        assertEquals("guess", told.get(0).tried());
        assertEquals(AuditShare.NOBODY, told.get(0).share());
    }

    @ParameterizedTest
    @CsvSource({"admin, 200", "operator, 403", "viewer, 403", "tenant:red, 403", "user, 403"})
    void changesAreReadByAdministrators(final String role, final int status) throws Exception {
        final AuditLog log = new AuditLog(folder);
        server.answerWith(new ChangesServlet(log)::service);
        assertEquals(status, server.status("GET", "/audit/query-changes", "Role: " + role + "\r\n"));
        assertEquals(status == 403 ? 1 : 0, told.size());
        log.close();
    }

    @Test
    void auditComesBeforeAndAccessAfterTheAuthentication() {
        final AuditLog log = new AuditLog(folder);
        final WebContext.Builder context = WebContext.builder().contextPath("/x");
        new AccessSecurer((builder, asyncSupported, patterns) -> builder.addFilter(FilterDetails.builder()
            .filter(new Authentication()).addUrlPattern("/*").build()), log).requireAuthentication(context, true, "/*");
        final List<FilterDetails> filters = context.build().filters();
        assertEquals(6, filters.size());
        assertInstanceOf(AuditFilter.class, filters.get(0).filter());
        assertInstanceOf(UnauthorizedFilter.class, filters.get(1).filter());
        assertInstanceOf(SessionFilter.class, filters.get(2).filter());
        assertInstanceOf(Authentication.class, filters.get(3).filter());
        assertInstanceOf(AccessFilter.class, filters.get(4).filter());
        assertInstanceOf(PlainWordsFilter.class, filters.get(5).filter());
        log.close();
    }
}
