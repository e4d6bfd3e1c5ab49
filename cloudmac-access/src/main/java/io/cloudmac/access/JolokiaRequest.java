// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.access;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads what a request asks of Jolokia. */
final class JolokiaRequest {
    private static final Pattern READING = Pattern.compile("/jolokia(/((version|list|search|read)(/.*)?)?)?");
    /** Spellings that the server or Jolokia could read as another path. */
    private static final Pattern AMBIGUOUS = Pattern.compile("[%;]|//|/\\.\\.?(/|$)");
    /** Action, object and operation or attribute; what follows are values. */
    private static final Pattern NAMES = Pattern.compile("(/[^/]*){1,4}");

    private JolokiaRequest() {
    }

    /**
     * Returns true if a request certainly changes nothing. A GET may change something, because Jolokia's actions are
     * parts of the path.
     *
     * @param method HTTP method
     * @param path path as it was sent
     * @param query query as it was sent; null if there is none. Its parameter p, in any spelling, replaces the path.
     */
    static boolean isReading(final String method, final String path, final String query) {
        return method.equals("GET") && query == null && READING.matcher(path).matches()
            && !AMBIGUOUS.matcher(path).find();
    }

    /** Returns a path without the values that it gives to an operation or writes: they may be secret. */
    static String withoutArguments(final String path) {
        final Matcher names = NAMES.matcher(path);
        return names.lookingAt() && names.end() < path.length() ? names.group() + "/..." : path;
    }
}
