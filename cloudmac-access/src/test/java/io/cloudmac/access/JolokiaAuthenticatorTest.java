// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.access;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.doThrow;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.cloudmac.access.audit.AuditLog;
import io.cloudmac.access.audit.ChangesQuery;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.servlet.http.HttpServletRequest;
import org.apache.shiro.authc.AuthenticationException;
import org.apache.shiro.subject.Subject;
import org.apache.shiro.web.mgt.WebSecurityManager;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.opendaylight.aaa.api.shiro.principal.ODLPrincipal;
import org.opendaylight.aaa.shiro.web.env.AAAShiroWebEnvironment;

final class JolokiaAuthenticatorTest {
    @TempDir
    private Path folder;
    private final Subject subject = mock(Subject.class);

    private List<ObjectNode> lines(final String path, final boolean isAllowed, final String... sites) {
        final WebSecurityManager manager = mock(WebSecurityManager.class);
        when(manager.createSubject(any())).thenReturn(subject);
        final AAAShiroWebEnvironment environment = mock(AAAShiroWebEnvironment.class);
        when(environment.getSecurityManager()).thenReturn(manager);
        final HttpServletRequest request = mock(HttpServletRequest.class);
        when(request.getMethod()).thenReturn("GET");
        when(request.getRequestURI()).thenReturn(path);
        when(request.getHeaders(any())).thenAnswer(call -> Collections.enumeration(List.of()));
        final boolean isOrigin = sites.length > 0 && sites[0].startsWith("http:");
        when(request.getHeaders(isOrigin ? "Origin" : "Sec-Fetch-Site"))
            .thenReturn(Collections.enumeration(List.of(sites)));
        when(request.getHeader("Host")).thenReturn("a:8181");
        when(request.getHeader("Authorization")).thenReturn("Basic "
            + Base64.getEncoder().encodeToString("one:secret".getBytes(StandardCharsets.UTF_8)));
        final AuditLog log = new AuditLog(folder);
        assertEquals(isAllowed, new JolokiaAuthenticator(log, environment).authenticate(request));
        log.close();
        return log.read(ChangesQuery.of(Map.of())).changes();
    }

    private void authenticateAs(final String role) {
        final ODLPrincipal principal = mock(ODLPrincipal.class);
        when(principal.getUsername()).thenReturn("one");
        when(principal.getRoles()).thenReturn(Set.of(role));
        when(subject.isAuthenticated()).thenReturn(true);
        when(subject.getPrincipal()).thenReturn(principal);
        when(subject.hasRole(role)).thenReturn(true);
    }

    @ParameterizedTest
    @CsvSource({"operator", "viewer", "tenant:red", "user"})
    void aRefusedAccountHasTheShareOfItsRole(final String role) {
        authenticateAs(role);
        final List<ObjectNode> lines = lines("/jolokia/version", false);
        assertEquals(1, lines.size());
        final String share = role.equals("user") ? "viewer" : role.split(":", 2)[0];
        assertEquals(share, lines.get(0).get("share").asText());
        assertEquals("one", lines.get(0).get("user").asText());
        assertEquals(401, lines.get(0).get("status").asInt());
    }

    @Test
    void anAdministratorReadsWithoutALineAndChangesWithOne() {
        authenticateAs("admin");
        assertEquals(List.of(), lines("/jolokia/version", true));
        final List<ObjectNode> lines = lines("/jolokia/read/../exec/a:b=c/stop/secret", true);
        assertEquals(1, lines.size());
        assertEquals("admin", lines.get(0).get("share").asText());
        assertEquals(false, lines.get(0).has("status"));
    }

    /** Its path alone would stop something, and the browser adds the password. */
    @Test
    void aPageOfAnotherSiteIsRefused() {
        authenticateAs("admin");
        lines("/jolokia/version", true, "same-origin");
        final List<ObjectNode> lines = lines("/jolokia/exec/a:b=c/stop", false, "cross-site");
        assertEquals(401, lines.get(0).get("status").asInt());
        lines("/jolokia/version", true, "http://a:8181");
        lines("/jolokia/version", false, "http://evil");
    }

    @Test
    void aWrongPasswordIsNobodys() {
        doThrow(new AuthenticationException()).when(subject).login(any());
        final List<ObjectNode> lines = lines("/jolokia/version", false);
        assertEquals("nobody", lines.get(0).get("share").asText());
        assertEquals("one", lines.get(0).get("tried").asText());
    }
}
