// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.access;

import javax.servlet.http.HttpServletResponse;
import javax.servlet.http.HttpServletResponseWrapper;

/** Replaces the challenge of an answer, so that a browser does not ask for a password. */
final class OtherChallenge extends HttpServletResponseWrapper {
    private static final String CHALLENGE = "WWW-Authenticate";
    private static final String SESSION = "Session realm=\"cloudmac\"";

    OtherChallenge(final HttpServletResponse answer) {
        super(answer);
    }

    @Override
    public void setHeader(final String name, final String value) {
        super.setHeader(name, name.equalsIgnoreCase(CHALLENGE) ? SESSION : value);
    }

    @Override
    public void addHeader(final String name, final String value) {
        super.addHeader(name, name.equalsIgnoreCase(CHALLENGE) ? SESSION : value);
    }
}
