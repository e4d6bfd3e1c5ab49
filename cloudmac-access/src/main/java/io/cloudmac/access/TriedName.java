// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.access;

import java.nio.charset.StandardCharsets;
import java.util.Base64;

/** Reads the name, and nothing else, of somebody who could not be authenticated. */
final class TriedName {
    private static final String BASIC = "Basic ";

    private TriedName() {
    }

    /**
     * Returns the name in a header of basic authentication.
     *
     * @param header value of the header Authorization; null if there is none
     * @return the name; null if the header has no colon
     */
    static String of(final String header) {
        if (header == null || !header.regionMatches(true, 0, BASIC, 0, BASIC.length())) {
            return null;
        }
        try {
            final String account = new String(Base64.getDecoder().decode(header.substring(BASIC.length()).trim()),
                StandardCharsets.UTF_8);
            final int colon = account.indexOf(':');
            return colon < 0 ? null : account.substring(0, colon);
        } catch (IllegalArgumentException e) {
            return null;
        }
    }
}
