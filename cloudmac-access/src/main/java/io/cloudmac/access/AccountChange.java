// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.access;

import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.servlet.http.HttpServletRequest;

/**
 * What a request to OpenDaylight's accounts, {@code /auth}, has changed.
 *
 * @param account id of the account, such as {@code alice@sdn}; empty if it may be any
 */
record AccountChange(Optional<String> account) {
    private static final Set<String> READING = Set.of("GET", "HEAD", "OPTIONS");
    private static final String CONTEXT = "/auth";
    /** What is new is no account that has a session. */
    private static final Pattern NEW = Pattern.compile("/auth/v1/(users|roles|domains)");
    /** An account, or its roles in a domain. Other spellings of a path are not read. */
    private static final Pattern OF_ACCOUNT = Pattern.compile(
        "/auth/v1/(?:domains/[A-Za-z0-9._~-]+/)?users/([A-Za-z0-9._~@-]+)(?:/roles(?:/[A-Za-z0-9._~@-]+)?)?");
    private static final int FIRST_REFUSAL = 400;

    /**
     * Returns what a request has changed; empty if it has changed no account that may have sessions.
     *
     * @param request the request
     * @param status status of its answer
     */
    static Optional<AccountChange> of(final HttpServletRequest request, final int status) {
        // The server may find this context in a path of another spelling.
        return request.getContextPath().equals(CONTEXT) || request.getRequestURI().startsWith(CONTEXT + "/")
            ? of(request.getMethod(), request.getRequestURI(), status) : Optional.empty();
    }

    static Optional<AccountChange> of(final String method, final String path, final int status) {
        if (READING.contains(method) || status >= FIRST_REFUSAL || path.equals(CONTEXT + LogOut.PATH)
                || method.equals("POST") && NEW.matcher(path).matches()) {
            return Optional.empty();
        }
        final Matcher account = OF_ACCOUNT.matcher(path);
        return Optional.of(new AccountChange(account.matches() ? Optional.of(account.group(1)) : Optional.empty()));
    }
}
