// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.access;

import java.io.IOException;
import java.util.regex.Pattern;
import javax.servlet.FilterChain;
import javax.servlet.ServletException;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;

/**
 * Takes the session of a request from its cookie alone, and ends it when it is time. It runs before the authentication,
 * which accepts every session that exists.
 */
final class SessionFilter extends RequestFilter {
    private static final Pattern IN_PATH = Pattern.compile("(?i);\\s*jsessionid");

    private final Sessions sessions;

    SessionFilter(final Sessions sessions) {
        this.sessions = sessions;
    }

    @Override
    void filter(final HttpServletRequest http, final HttpServletResponse answer, final FilterChain chain)
            throws IOException, ServletException {
        if (http.isRequestedSessionIdFromURL() || IN_PATH.matcher(http.getRequestURI()).find()) {
            ErrorAnswer.send(answer, HttpServletResponse.SC_BAD_REQUEST, "malformed-message",
                "the path names a session: send it as a cookie only");
            return;
        }
        sessions.check(http);
        if (LogOut.isAsked(http) && http.getSession(false) == null && http.getHeader("Authorization") == null) {
            // It is logged out already. An answer 401 would make a browser ask for a password.
            LogOut.answer(http, answer);
            return;
        }
        chain.doFilter(http, answer);
    }
}
