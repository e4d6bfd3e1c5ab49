// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.access;

import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.servlet.http.HttpServletRequest;

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
    /** Header by which also older browsers tell where the page is from; no page can set it. */
    static final String ORIGIN_HEADER = "Origin";

    private static final Set<String> READING = Set.of("GET", "HEAD", "OPTIONS");
    /** A page of this server, which OpenDaylight's description of the interface has too. */
    private static final String OWN_PAGE = "same-origin";
    private static final Set<String> OWN_SITES = Set.of(OWN_PAGE, "none");
    private static final Map<String, String> DEFAULT_PORTS = Map.of("http", ":80", "https", ":443");
    private static final Pattern ORIGIN = Pattern.compile("(https?)://([^/?#@]+)");
    private static final Pattern WITH_PORT = Pattern.compile(".*:[0-9]+");

    /**
     * What a request says of the page that has made it. A program says nothing.
     *
     * @param sites values of {@link #SITE_HEADER}
     * @param origins values of {@link #ORIGIN_HEADER}
     * @param host value of the header Host, which says where the request went; null if there is none
     */
    record Page(List<String> sites, List<String> origins, String host) {
        Page {
            sites = List.copyOf(sites);
            origins = List.copyOf(origins);
        }

        /** Returns what a request says. */
        static Page of(final HttpServletRequest request) {
            return new Page(Collections.list(request.getHeaders(SITE_HEADER)),
                Collections.list(request.getHeaders(ORIGIN_HEADER)), request.getHeader("Host"));
        }

        /** Returns true if a browser says that a page of another site has made the request. */
        boolean isOfAnotherSite() {
            // Behind a proxy the header Host may have another name, so a browser that knows better decides.
            return sites.isEmpty() ? !origins.stream().allMatch(this::isHere) : !OWN_SITES.containsAll(sites);
        }

        private boolean isHere(final String origin) {
            final Matcher page = ORIGIN.matcher(origin.toLowerCase(Locale.ROOT));
            if (host == null || !page.matches()) {
                return false;
            }
            final String port = DEFAULT_PORTS.get(page.group(1));
            return withPort(page.group(2), port).equals(withPort(host.toLowerCase(Locale.ROOT), port));
        }

        private static String withPort(final String authority, final String port) {
            return WITH_PORT.matcher(authority).matches() ? authority : authority + port;
        }
    }

    private CrossSiteRule() {
    }

    /**
     * Decides about a request that is authenticated.
     *
     * @param method HTTP method, in capitals as it was sent
     * @param hasPassword true if the request has a header Authorization
     * @param own values of {@link #OWN_HEADER}
     * @param page what it says of the page that has made it
     * @return why it is refused, for the operator; empty if it is not
     */
    static Optional<String> refusal(final String method, final boolean hasPassword, final Collection<String> own,
            final Page page) {
        if (READING.contains(method)) {
            return Optional.empty();
        }
        if (page.isOfAnotherSite()) {
            return Optional.of("a page of another site has sent this request");
        }
        final boolean isOfOwnPage = !page.sites().isEmpty() && page.sites().stream().allMatch(OWN_PAGE::equals);
        return hasPassword || own.contains(OWN_VALUE) || isOfOwnPage ? Optional.empty()
            : Optional.of("a request that is authenticated by a session alone and may change something needs the"
                + " header " + OWN_HEADER + ": " + OWN_VALUE);
    }
}
