// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.access.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ChangesQueryTest {
    private static Map<String, String[]> parameters(final String query) {
        final Map<String, String[]> parameters = new HashMap<>();
        for (final String parameter : query.split("&")) {
            final String[] pair = parameter.split("=", 2);
            parameters.merge(pair[0], new String[] {pair[1]}, (one, other) -> new String[] {one[0], other[0]});
        }
        return parameters;
    }

    @Test
    void parametersAreRead() {
        assertEquals(new ChangesQuery(Optional.empty(), Instant.MIN, Long.MAX_VALUE, 100), ChangesQuery.of(Map.of()));
        assertEquals(new ChangesQuery(Optional.of("o"), Instant.parse("2026-11-30T17:00:00Z"), 9, 1000),
            ChangesQuery.of(parameters("user=o&since=2026-11-30T18:00:00+01:00&cursor=9&limit=1000")));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "name=o      | query-changes has no parameter 'name': allowed are cursor, limit, since, user",
        "user=a&user=b | parameter 'user' may be given once, not 2 times",
        "limit=0     | parameter 'limit' is '0': allowed is a number from 1 to 1000",
        "limit=1001  | parameter 'limit' is '1001': allowed is a number from 1 to 1000",
        "limit=x     | parameter 'limit' is 'x': allowed is a number from 1 to 1000",
        "cursor=-1   | parameter 'cursor' is '-1': allowed is the next-cursor of the page before",
        "since=today | parameter 'since' is 'today': allowed is a time with its zone, as 2026-11-30T18:00:00Z",
    })
    void aWrongParameterIsNamedWithWhatIsAllowed(final String query, final String message) {
        assertEquals(message, assertThrows(IllegalArgumentException.class,
            () -> ChangesQuery.of(parameters(query))).getMessage());
    }
}
