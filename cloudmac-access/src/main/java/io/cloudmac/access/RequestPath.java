// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.access;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The path of a request, in the parts that decide about access.
 *
 * <p>Only one spelling of a path is read: names as they are, and percent encoding in the values of keys alone. Another
 * spelling has no RequestPath, because the rest of the server could read it in another way than this class.
 *
 * @param area part of the server
 * @param steps steps below the area
 */
record RequestPath(Area area, List<Step> steps) {
    /** A part of the server. */
    enum Area {
        /** Trees of RESTCONF. */
        DATA("/rests/data"),
        /** RPCs of RESTCONF. */
        OPERATIONS("/rests/operations"),
        /** Models. */
        MODULES("/rests/modules"),
        /** Version of RESTCONF's library. */
        LIBRARY("/rests/yang-library-version"),
        /** Streams of notifications. */
        NOTIFICATIONS("/rests/notif/notification-stream"),
        /** The stream of all events. */
        EVENTS("/events/stream"),
        /** Description of the interface. */
        OPENAPI("/openapi"),
        /** Where RESTCONF is. */
        WELL_KNOWN("/.well-known");

        private final String path;

        Area(final String path) {
            this.path = path;
        }
    }

    private static final int LONGEST = 4096;
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_.()-]+");
    private static final Pattern HEX = Pattern.compile("[0-9A-Fa-f]{2}");
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_.~!$&'()*+:@-]");
    /** A key that would lead up if a server decoded the path before it removed dots. */
    private static final Pattern DOTS = Pattern.compile("(^|[/\\\\])\\.\\.?($|[/\\\\;])");

    RequestPath {
        steps = List.copyOf(steps);
    }

    /**
     * Reads a path.
     *
     * @param path the request's path as the client has sent it, without the query
     * @return its parts; empty if it is in no area, or not in the only spelling
     */
    static Optional<RequestPath> of(final String path) {
        if (path.length() > LONGEST) {
            return Optional.empty();
        }
        for (final Area area : Area.values()) {
            if (path.equals(area.path)) {
                return Optional.of(new RequestPath(area, List.of()));
            }
            if (path.startsWith(area.path + "/")) {
                return steps(path.substring(area.path.length() + 1)).map(steps -> new RequestPath(area, steps));
            }
        }
        return Optional.empty();
    }

    private static Optional<List<Step>> steps(final String path) {
        final List<Step> steps = new ArrayList<>();
        for (final String segment : path.split("/", -1)) {
            final Optional<Step> step = step(segment);
            if (step.isEmpty()) {
                return Optional.empty();
            }
            steps.add(step.orElseThrow());
        }
        return Optional.of(steps);
    }

    private static Optional<Step> step(final String segment) {
        final int equal = segment.indexOf('=');
        final String qualified = equal < 0 ? segment : segment.substring(0, equal);
        final int colon = qualified.indexOf(':');
        final String module = colon < 0 ? "" : qualified.substring(0, colon);
        final String name = qualified.substring(colon + 1);
        if (!isName(name) || colon >= 0 && !isName(module)) {
            return Optional.empty();
        }
        final List<String> keys = new ArrayList<>();
        if (equal >= 0) {
            for (final String key : segment.substring(equal + 1).split(",", -1)) {
                final Optional<String> decoded = decoded(key);
                if (decoded.isEmpty()) {
                    return Optional.empty();
                }
                keys.add(decoded.orElseThrow());
            }
        }
        return Optional.of(new Step(module, name, keys));
    }

    private static boolean isName(final String text) {
        return NAME.matcher(text).matches() && !text.startsWith(".");
    }

    private static Optional<String> decoded(final String key) {
        final ByteBuffer octets = ByteBuffer.allocate(key.length());
        for (int at = 0; at < key.length(); at++) {
            final char one = key.charAt(at);
            if (one == '%') {
                if (at + 2 >= key.length() || !HEX.matcher(key.substring(at + 1, at + 3)).matches()) {
                    return Optional.empty();
                }
                octets.put((byte) Integer.parseInt(key.substring(at + 1, at + 3), 16));
                at += 2;
            } else if (PLAIN.matcher(String.valueOf(one)).matches()) {
                octets.put((byte) one);
            } else {
                return Optional.empty();
            }
        }
        octets.flip();
        try {
            final String text = StandardCharsets.UTF_8.newDecoder().decode(octets).toString();
            return text.chars().anyMatch(Character::isISOControl) || DOTS.matcher(text).find() ? Optional.empty()
                : Optional.of(text);
        } catch (CharacterCodingException e) {
            return Optional.empty();
        }
    }
}
