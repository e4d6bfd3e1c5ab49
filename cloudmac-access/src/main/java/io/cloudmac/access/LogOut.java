// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.access;

import java.io.IOException;
import javax.servlet.http.Cookie;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;

/** The request that ends a session: POST to the path log-out of a web context. */
final class LogOut {
    /** Below the path of a web context. */
    static final String PATH = "/log-out";

    private LogOut() {
    }

    /** Returns true if a request is one to log out, whatever its method is. */
    static boolean isAsked(final HttpServletRequest request) {
        return request.getRequestURI().equals(request.getContextPath() + PATH);
    }

    /** Answers a request to log out whose session has ended. */
    static void answer(final HttpServletRequest request, final HttpServletResponse answer) throws IOException {
        if (!request.getMethod().equals("POST")) {
            answer.setHeader("Allow", "POST");
            ErrorAnswer.send(answer, HttpServletResponse.SC_METHOD_NOT_ALLOWED, "operation-not-supported",
                "log out by POST");
            return;
        }
        final String id = request.getRequestedSessionId();
        final Cookie[] cookies = request.getCookies();
        if (id != null && cookies != null) {
            for (final Cookie cookie : cookies) {
                if (cookie.getValue().equals(id)) {
                    answer.addCookie(removal(request, cookie.getName()));
                }
            }
        }
        answer.setHeader("Cache-Control", "no-store");
        answer.setStatus(HttpServletResponse.SC_NO_CONTENT);
    }

    private static Cookie removal(final HttpServletRequest request, final String name) {
        final Cookie removal = new Cookie(name, "");
        removal.setPath(request.getContextPath().isEmpty() ? "/" : request.getContextPath());
        removal.setMaxAge(0);
        removal.setHttpOnly(true);
        removal.setSecure(request.isSecure());
        return removal;
    }
}
