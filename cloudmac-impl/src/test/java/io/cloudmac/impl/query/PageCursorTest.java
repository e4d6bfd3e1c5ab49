// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.query;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

/** The text of a place in a list. */
class PageCursorTest {
    private static final String QUERY = "query-stations by ssid";
    private static final Position<Long> PLACE = new Position<>(SortKey.of("é\u202e <script>"), 7L);

    private static String refusal(final String query, final String text) {
        final String message = assertThrows(IllegalArgumentException.class,
            () -> PageCursor.parse(query, text, Long::valueOf), text).getMessage();
        assertTrue(message.startsWith("cursor '"), message);
        return message;
    }

    @Test
    void aPlaceIsReadAsItWasWritten() {
        for (final SortKey key : List.of(SortKey.of(Long.MIN_VALUE), SortKey.of(""), SortKey.ABSENT, PLACE.key())) {
            final Position<Long> place = new Position<>(key, -1L);
            final String text = PageCursor.text(QUERY, place, String::valueOf);
            assertTrue(text.matches("[A-Za-z0-9_-]{1,1024}"), text);
            assertEquals(place, PageCursor.parse(QUERY, text, Long::valueOf));
        }
    }

    @Test
    void aDamagedOneIsRefused() {
        final String text = PageCursor.text(QUERY, PLACE, String::valueOf);
        for (int at = 0; at < text.length() - 1; at++) {
            final char other = text.charAt(at) == 'A' ? 'B' : 'A';
            assertTrue(refusal(QUERY, text.substring(0, at) + other + text.substring(at + 1)).contains("damaged"));
            assertTrue(refusal(QUERY, text.substring(0, at)).contains("damaged"));
        }
        assertTrue(refusal(QUERY, text + "AAAA").contains("damaged"));
        assertTrue(refusal(QUERY, "100\n" + "x".repeat(900)).length() < 250);
        assertTrue(refusal(QUERY, PageCursor.text(QUERY, PLACE, id -> "no number")).contains("damaged"));
    }

    @Test
    void oneOfAnotherQueryIsRefused() {
        final String text = PageCursor.text(QUERY, PLACE, String::valueOf);
        assertTrue(refusal(QUERY + " descending", text).contains("another query"));
    }
}
