// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.access.audit;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Which lines of the audit somebody asks for.
 *
 * @param user name of the account, authenticated or tried; empty for everybody
 * @param since time of the first request; {@link Instant#MIN} for all
 * @param before only lines with a lower number, which is the cursor
 * @param limit greatest number of lines
 */
public record ChangesQuery(Optional<String> user, Instant since, long before, int limit) {
    static final int USUAL_LIMIT = 100;
    static final int GREATEST_LIMIT = 1000;
    private static final Set<String> PARAMETERS = Set.of("user", "since", "limit", "cursor");

    /**
     * Reads the parameters of a request.
     *
     * @throws IllegalArgumentException with a text for the client if one is wrong
     */
    public static ChangesQuery of(final Map<String, String[]> parameters) {
        for (final Map.Entry<String, String[]> parameter : parameters.entrySet()) {
            if (!PARAMETERS.contains(parameter.getKey())) {
                throw new IllegalArgumentException("query-changes has no parameter '" + parameter.getKey()
                    + "': allowed are " + String.join(", ", new TreeSet<>(PARAMETERS)));
            }
            if (parameter.getValue().length != 1) {
                throw new IllegalArgumentException("parameter '" + parameter.getKey() + "' may be given once, not "
                    + parameter.getValue().length + " times");
            }
        }
        return new ChangesQuery(value(parameters, "user"),
            value(parameters, "since").map(ChangesQuery::time).orElse(Instant.MIN),
            value(parameters, "cursor").map(text -> number("cursor", text, Long.MAX_VALUE)).orElse(Long.MAX_VALUE),
            (int) (long) value(parameters, "limit").map(text -> number("limit", text, GREATEST_LIMIT))
                .orElse((long) USUAL_LIMIT));
    }

    /** Returns true if a line matches, whatever its number. */
    boolean isFor(final JsonNode line) {
        return user.map(name -> name.equals(line.path("user").textValue())
                || name.equals(line.path("tried").textValue())).orElse(true)
            && (since.equals(Instant.MIN) || isSince(line.path("time").asText()));
    }

    private boolean isSince(final String text) {
        try {
            return !Instant.parse(text).isBefore(since);
        } catch (DateTimeException e) {
            // Somebody has edited the file.
            return false;
        }
    }

    private static Optional<String> value(final Map<String, String[]> parameters, final String name) {
        return Optional.ofNullable(parameters.get(name)).map(values -> values[0]);
    }

    private static Instant time(final String text) {
        try {
            return OffsetDateTime.parse(text).toInstant();
        } catch (DateTimeException e) {
            throw new IllegalArgumentException("parameter 'since' is '" + text
                + "': allowed is a time with its zone, as 2026-11-30T18:00:00Z", e);
        }
    }

    private static long number(final String name, final String text, final long greatest) {
        try {
            final long number = Long.parseLong(text);
            if (number >= 1 && number <= greatest) {
                return number;
            }
        } catch (NumberFormatException e) {
            // The same answer as for a number out of range.
        }
        throw new IllegalArgumentException("parameter '" + name + "' is '" + text + "': allowed is "
            + (greatest == Long.MAX_VALUE ? "the next-cursor of the page before" : "a number from 1 to " + greatest));
    }
}
