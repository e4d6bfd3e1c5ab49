// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.access;

import io.cloudmac.access.Caller.Role;
import io.cloudmac.access.audit.AuditEntry;
import io.cloudmac.access.audit.AuditLog;
import io.cloudmac.access.audit.AuditShare;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.OptionalInt;
import java.util.Set;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.apache.shiro.authc.AuthenticationException;
import org.apache.shiro.authc.UsernamePasswordToken;
import org.apache.shiro.subject.Subject;
import org.jolokia.osgi.security.Authenticator;
import org.opendaylight.aaa.shiro.web.env.AAAShiroWebEnvironment;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;

/**
 * Keeps Jolokia, which reads and changes everything in the controller's Java, to administrators. Every service of this
 * kind must accept a request to Jolokia, and OpenDaylight's service accepts every account.
 */
@Component(immediate = true)
public final class JolokiaAuthenticator implements Authenticator {
    private static final String BASIC = "Basic ";
    private static final Caller NOBODY = Caller.of("", Set.of());

    private final RefusalLog refusals = new RefusalLog(System::nanoTime);
    private final AuditLog audit;
    // Until it is there, everybody is refused.
    @Reference(cardinality = ReferenceCardinality.OPTIONAL, policy = ReferencePolicy.DYNAMIC)
    private volatile AAAShiroWebEnvironment environment;

    /** Creates an authenticator that writes to the audit. */
    @Activate
    public JolokiaAuthenticator(@Reference final AuditLog audit) {
        this.audit = audit;
    }

    JolokiaAuthenticator(final AuditLog audit, final AAAShiroWebEnvironment environment) {
        this.audit = audit;
        this.environment = environment;
    }

    @Override
    public boolean authenticate(final HttpServletRequest request) {
        final Caller caller = caller(request.getHeader("Authorization"));
        // A browser adds a password that it knows to requests of every page, and a GET of Jolokia may change something.
        final boolean isAdmin = caller.roles().contains(Role.ADMIN)
            && !CrossSiteRule.Page.of(request).isOfAnotherSite();
        if (!isAdmin || !JolokiaRequest.isReading(request.getMethod(), request.getRequestURI(),
                request.getQueryString())) {
            final boolean isNobody = caller.name().isEmpty();
            final AuditEntry entry = new AuditEntry(Instant.now(),
                isNobody ? AuditShare.NOBODY : AuditFilter.share(caller), isNobody ? null : caller.name(),
                isNobody ? TriedName.of(request.getHeader("Authorization")) : null, request.getRemoteAddr(),
                request.getMethod(), JolokiaRequest.withoutArguments(request.getRequestURI()),
                // Jolokia answers 401 to what is refused here, and does not tell how it answers the rest.
                isAdmin ? OptionalInt.empty() : OptionalInt.of(HttpServletResponse.SC_UNAUTHORIZED));
            audit.add(entry);
            refusals.log(entry, "Jolokia is for administrators");
        }
        return isAdmin;
    }

    private Caller caller(final String header) {
        final AAAShiroWebEnvironment current = environment;
        if (current == null || header == null || !header.startsWith(BASIC)) {
            return NOBODY;
        }
        try {
            final String[] account = new String(Base64.getDecoder().decode(header.substring(BASIC.length()).trim()),
                StandardCharsets.UTF_8).split(":", 2);
            if (account.length < 2) {
                return NOBODY;
            }
            final Subject subject = new Subject.Builder(current.getSecurityManager()).buildSubject();
            subject.login(new UsernamePasswordToken(account[0], account[1]));
            return AccessFilter.caller(subject);
        } catch (AuthenticationException | IllegalArgumentException e) {
            return NOBODY;
        }
    }
}
