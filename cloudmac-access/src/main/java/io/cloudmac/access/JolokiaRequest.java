// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.access;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads what a request asks of Jolokia. */
final class JolokiaRequest {
    private static final Pattern READING = Pattern.compile("/jolokia(/((version|list|search|read)(/.*)?)?)?");
    /** Action, object and operation or attribute; what follows are values. */
    private static final Pattern NAMES = Pattern.compile("(/[^/]*){1,4}");

    private JolokiaRequest() {
    }

    /** Returns true if a request changes nothing. A GET may, because Jolokia's actions are parts of the path. */
    static boolean isReading(final String method, final String path, final String query) {
        // Parameter p replaces the path.
        return method.equals("GET") && READING.matcher(path).matches() && (query == null || !query.contains("p="));
    }

    /** Returns a path without the values that it gives to an operation or writes: they may be secret. */
    static String withoutArguments(final String path) {
        final Matcher names = NAMES.matcher(path);
        return names.lookingAt() && names.end() < path.length() ? names.group() + "/..." : path;
    }
}
