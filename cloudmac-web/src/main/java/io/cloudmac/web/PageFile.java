// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.web;

import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A file of the page.
 *
 * @param resource where the bundle has it
 * @param type its media type
 * @param isLasting true if its name changes with its content, so that a browser may keep it
 */
record PageFile(String resource, String type, boolean isLasting) {
    private static final Map<String, String> TYPES = Map.of("html", "text/html; charset=utf-8",
        "js", "text/javascript; charset=utf-8", "css", "text/css; charset=utf-8", "svg", "image/svg+xml",
        "txt", "text/plain; charset=utf-8");
    private static final String INDEX = "index.html";
    private static final Pattern NAME =
        Pattern.compile("/((?:assets/)?[A-Za-z0-9_-]+(?:\\.[A-Za-z0-9_-]+)*\\.([a-z]+))");

    /**
     * Returns the file of a path.
     *
     * @param path what follows {@code /cloudmac} in the address, undecoded
     * @return empty if there can be no such file
     */
    static Optional<PageFile> of(final String path) {
        final var named = NAME.matcher(path.equals("/") ? "/" + INDEX : path);
        if (!named.matches() || !TYPES.containsKey(named.group(2))) {
            return Optional.empty();
        }
        return Optional.of(new PageFile("/page/" + named.group(1), TYPES.get(named.group(2)),
            named.group(1).startsWith("assets/")));
    }
}
