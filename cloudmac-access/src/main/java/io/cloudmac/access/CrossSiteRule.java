// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.access;

import java.util.Collection;
import java.util.Optional;
import java.util.Set;

/**
 * Decides whether a request was meant by whoever is logged in, or made by a page of another site in the same browser.
 *
 * <p>A browser adds the cookie of a session, and a password that it has asked for, to requests of all pages. A page of
 * another site can send forms, but no header of its own: the browser asks the server first, and this server says no.
 */
final class CrossSiteRule {
    /** Header that a request with a session's cookie alone needs if it may change something. */
    static final String OWN_HEADER = "X-Requested-With";
    /** Its value. */
    static final String OWN_VALUE = "cloudmac";
    /** Header by which a browser tells what kind of page has made a request; no page can set it. */
    static final String SITE_HEADER = "Sec-Fetch-Site";

    private static final Set<String> READING = Set.of("GET", "HEAD", "OPTIONS");
    /** A page of this server, which OpenDaylight's description of the interface has too. */
    private static final String OWN_PAGE = "same-origin";
    private static final Set<String> OWN_SITES = Set.of(OWN_PAGE, "none");

    private CrossSiteRule() {
    }

    /**
     * Decides about a request that is authenticated.
     *
     * @param method HTTP method, in capitals as it was sent
     * @param hasPassword true if the request has a header Authorization
     * @param own values of {@link #OWN_HEADER}
     * @param sites values of {@link #SITE_HEADER}
     * @return why it is refused, for the operator; empty if it is not
     */
    static Optional<String> refusal(final String method, final boolean hasPassword, final Collection<String> own,
            final Collection<String> sites) {
        if (READING.contains(method)) {
            return Optional.empty();
        }
        if (isOfAnotherSite(sites)) {
            return Optional.of("a page of another site has sent this request");
        }
        final boolean isOfOwnPage = !sites.isEmpty() && sites.stream().allMatch(OWN_PAGE::equals);
        return hasPassword || own.contains(OWN_VALUE) || isOfOwnPage ? Optional.empty()
            : Optional.of("a request that is authenticated by a session alone and may change something needs the"
                + " header " + OWN_HEADER + ": " + OWN_VALUE);
    }

    /** Returns true if a browser says that a page of another site has made a request. */
    static boolean isOfAnotherSite(final Collection<String> sites) {
        return !OWN_SITES.containsAll(sites);
    }
}
