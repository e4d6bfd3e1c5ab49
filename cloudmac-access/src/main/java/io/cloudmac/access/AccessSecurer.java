// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.access;

import io.cloudmac.access.audit.AuditLog;
import java.time.InstantSource;
import javax.servlet.Filter;
import org.opendaylight.aaa.web.FilterDetails;
import org.opendaylight.aaa.web.WebContext;
import org.opendaylight.aaa.web.WebContextSecurer;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/**
 * Puts {@link AuditFilter} and {@link SessionFilter} before OpenDaylight's authentication, {@link AccessFilter}
 * and {@link PlainWordsFilter} behind it.
 *
 * <p>The web contexts of RESTCONF, of its description and of accounts wait for this securer: etc/ of the distribution
 * sets {@code webContextSecurer.target} of each. So none of them serves without the filter.
 */
@Component(property = { "io.cloudmac.access=true", "service.ranking:Integer=100" })
public final class AccessSecurer implements WebContextSecurer {
    private final WebContextSecurer authentication;
    private final AuditLog audit;
    private final RequestRate rate = new RequestRate();
    private final Sessions sessions = new Sessions(System::nanoTime);
    private final RefusalLog refusals = new RefusalLog(System::nanoTime);

    /** Creates a securer with OpenDaylight's authentication. */
    @Activate
    public AccessSecurer(
            @Reference(target = "(component.name=org.opendaylight.aaa.shiro.web.env.ShiroWebContextSecurer)")
            final WebContextSecurer authentication, @Reference final AuditLog audit) {
        this.authentication = authentication;
        this.audit = audit;
    }

    @Override
    public void requireAuthentication(final WebContext.Builder context, final boolean asyncSupported,
            final String... urlPatterns) {
        // Filters run in the order in which they are added.
        context.addFilter(details(new AuditFilter(audit::add, refusals::log, InstantSource.system()), asyncSupported,
            urlPatterns));
        context.addFilter(details(new UnauthorizedFilter(), asyncSupported, urlPatterns));
        context.addFilter(details(new SessionFilter(sessions), asyncSupported, urlPatterns));
        authentication.requireAuthentication(context, asyncSupported, urlPatterns);
        context.addFilter(details(new AccessFilter(rate, sessions), asyncSupported, urlPatterns));
        context.addFilter(details(new PlainWordsFilter(), asyncSupported, urlPatterns));
    }

    private static FilterDetails details(final Filter filter, final boolean asyncSupported,
            final String... urlPatterns) {
        final FilterDetails.Builder details = FilterDetails.builder().filter(filter).asyncSupported(asyncSupported);
        for (final String pattern : urlPatterns) {
            details.addUrlPattern(pattern);
        }
        return details.build();
    }
}
