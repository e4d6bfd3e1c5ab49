// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.access;

import java.io.IOException;
import javax.servlet.FilterChain;
import javax.servlet.ServletException;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;

/**
 * Says why a request is not authorized. It runs before the authentication, which answers 401 without a body. A page
 * with a log-in of its own gets a challenge that no browser knows, because a browser would ask for a password itself.
 */
final class UnauthorizedFilter extends RequestFilter {
    private static final String BASIC = "Basic ";

    @Override
    void filter(final HttpServletRequest http, final HttpServletResponse answer, final FilterChain chain)
            throws IOException, ServletException {
        chain.doFilter(http, isOfPage(http) ? new OtherChallenge(answer) : answer);
        if (answer.getStatus() == HttpServletResponse.SC_UNAUTHORIZED && !http.isAsyncStarted()
                && !answer.isCommitted() && answer.getContentType() == null) {
            ErrorAnswer.send(answer, HttpServletResponse.SC_UNAUTHORIZED, "access-denied",
                reason(http.getHeader("Authorization")));
        }
    }

    /** Returns true for a request of CloudMAC's page, or of another client with a session of its own. */
    private static boolean isOfPage(final HttpServletRequest request) {
        return CrossSiteRule.OWN_VALUE.equals(request.getHeader(CrossSiteRule.OWN_HEADER));
    }

    private static String reason(final String header) {
        if (header == null) {
            return "this request has neither a user name and password nor a session: send basic authentication";
        }
        return header.regionMatches(true, 0, BASIC, 0, BASIC.length())
            ? "not authenticated: user name or password is wrong, or this member of a cluster has no majority"
            : "not authenticated: send basic authentication";
    }
}
