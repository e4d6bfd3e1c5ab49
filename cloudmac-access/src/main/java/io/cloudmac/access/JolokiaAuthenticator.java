// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.access;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import javax.servlet.http.HttpServletRequest;
import org.apache.shiro.authc.AuthenticationException;
import org.apache.shiro.authc.UsernamePasswordToken;
import org.apache.shiro.subject.Subject;
import org.jolokia.osgi.security.Authenticator;
import org.opendaylight.aaa.shiro.web.env.AAAShiroWebEnvironment;
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

    // Until it is there, everybody is refused.
    @Reference(cardinality = ReferenceCardinality.OPTIONAL, policy = ReferencePolicy.DYNAMIC)
    private volatile AAAShiroWebEnvironment environment;

    @Override
    public boolean authenticate(final HttpServletRequest request) {
        final AAAShiroWebEnvironment current = environment;
        final String header = request.getHeader("Authorization");
        if (current == null || header == null || !header.startsWith(BASIC)) {
            return false;
        }
        try {
            final String[] account = new String(Base64.getDecoder().decode(header.substring(BASIC.length()).trim()),
                StandardCharsets.UTF_8).split(":", 2);
            if (account.length < 2) {
                return false;
            }
            final Subject subject = new Subject.Builder(current.getSecurityManager()).buildSubject();
            subject.login(new UsernamePasswordToken(account[0], account[1]));
            return subject.hasRole("admin");
        } catch (AuthenticationException | IllegalArgumentException e) {
            return false;
        }
    }
}
