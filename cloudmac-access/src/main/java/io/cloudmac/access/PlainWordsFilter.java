// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.access;

import java.io.IOException;
import java.io.InputStream;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import javax.servlet.FilterChain;
import javax.servlet.ServletException;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;

/**
 * Says what is wrong with a request in an operator's words. It is the last filter before RESTCONF.
 *
 * <p>It holds back the errors of data only, because RESTCONF answers these requests on their own thread.
 */
final class PlainWordsFilter extends RequestFilter {
    /** Longest body that is checked, octets. A longer one goes on as it is. */
    static final int LONGEST = 1 << 20;

    private static final String DATA = "/rests/data";
    private static final Set<String> READING = Set.of("GET", "HEAD");
    private static final Set<String> WITH_BODY = Set.of("POST", "PUT", "PATCH");

    @Override
    void filter(final HttpServletRequest http, final HttpServletResponse answer, final FilterChain chain)
            throws IOException, ServletException {
        final HttpServletRequest read = hasJson(http) ? checked(http, answer) : http;
        if (read == null) {
            return;
        }
        if (!http.getRequestURI().startsWith(DATA)) {
            chain.doFilter(read, answer);
            return;
        }
        final HeldAnswer held = new HeldAnswer(answer, READING.contains(http.getMethod()));
        chain.doFilter(read, held);
        held.send();
    }

    private static boolean hasJson(final HttpServletRequest request) {
        final String type = request.getContentType();
        return WITH_BODY.contains(request.getMethod()) && type != null
            && type.toLowerCase(Locale.ROOT).split(";", 2)[0].trim().endsWith("json")
            && request.getContentLengthLong() <= LONGEST;
    }

    /** Returns the request with its body read; null if it is answered, because the body is not JSON. */
    private static HttpServletRequest checked(final HttpServletRequest request, final HttpServletResponse answer)
            throws IOException {
        final InputStream input = request.getInputStream();
        final byte[] body = input.readNBytes(LONGEST + 1);
        if (body.length > LONGEST) {
            return new OtherBody(request, body, input);
        }
        final Optional<String> fault = JsonFault.in(body);
        if (fault.isPresent()) {
            ErrorAnswer.send(answer, HttpServletResponse.SC_BAD_REQUEST, "malformed-message", fault.orElseThrow());
            return null;
        }
        return new OtherBody(request, body);
    }
}
