// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.access;

import org.opendaylight.aaa.web.FilterDetails;
import org.opendaylight.aaa.web.WebContext;
import org.opendaylight.aaa.web.WebContextSecurer;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/**
 * Puts {@link AccessFilter} behind OpenDaylight's authentication.
 *
 * <p>The web contexts of RESTCONF, of its description and of accounts wait for this securer: etc/ of the distribution
 * sets {@code webContextSecurer.target} of each. So none of them serves without the filter.
 */
@Component(property = { "io.cloudmac.access=true", "service.ranking:Integer=100" })
public final class AccessSecurer implements WebContextSecurer {
    private final WebContextSecurer authentication;
    private final RequestRate rate = new RequestRate();

    /** Creates a securer with OpenDaylight's authentication. */
    @Activate
    public AccessSecurer(
            @Reference(target = "(component.name=org.opendaylight.aaa.shiro.web.env.ShiroWebContextSecurer)")
            final WebContextSecurer authentication) {
        this.authentication = authentication;
    }

    @Override
    public void requireAuthentication(final WebContext.Builder context, final boolean asyncSupported,
            final String... urlPatterns) {
        authentication.requireAuthentication(context, asyncSupported, urlPatterns);
        final FilterDetails.Builder filter = FilterDetails.builder()
            .filter(new AccessFilter(rate))
            .asyncSupported(asyncSupported);
        for (final String pattern : urlPatterns) {
            filter.addUrlPattern(pattern);
        }
        context.addFilter(filter.build());
    }
}
