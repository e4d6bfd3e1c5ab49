// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.ovsdb.plan;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import io.cloudmac.ovsdb.db.Datum;
import io.cloudmac.ovsdb.db.RowKey;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.Test;

/** Checks when rejected rows are retried. */
public class RetryScheduleTest {
    private static final RowKey KEY = new RowKey("Queue", "a");
    private static final DesiredRow ROW = DesiredRow.free(KEY, Map.of("dscp", Datum.of(1L)));
    private static final Problem PROBLEM = new Problem("constraint violation", "", false);
    private static final Instant NOW = Instant.EPOCH;

    private final RetrySchedule book = new RetrySchedule(Duration.ofSeconds(1), Duration.ofSeconds(5));

    @Test
    public void delaysDoubleUpToTheLongest() {
        for (final int seconds : new int[] {1, 2, 4, 5, 5}) {
            book.refused(KEY, ROW, PROBLEM, NOW);
            assertEquals(NOW.plusSeconds(seconds), book.entry(KEY).orElseThrow().next());
        }
        assertEquals(5, book.entry(KEY).orElseThrow().attempts());
    }

    @Test
    public void manyAttemptsDoNotOverflow() {
        for (int i = 0; i < 100; i++) {
            book.refused(KEY, ROW, PROBLEM, NOW);
        }
        assertEquals(NOW.plusSeconds(5), book.entry(KEY).orElseThrow().next());
    }

    @Test
    public void excludedUntilDue() {
        book.refused(KEY, ROW, PROBLEM, NOW);
        assertEquals(Map.of(KEY, PROBLEM), book.excluded(NOW));
        assertEquals(Map.of(), book.excluded(NOW.plusSeconds(1)));
        assertTrue("its history is kept while it is tried", book.entry(KEY).isPresent());
    }

    @Test
    public void changedConfigurationResetsTheDelay() {
        book.refused(KEY, ROW, PROBLEM, NOW);
        book.configured(DesiredState.of(Map.of(KEY, ROW)));
        assertTrue(book.entry(KEY).isPresent());
        book.configured(DesiredState.of(Map.of(KEY, DesiredRow.free(KEY, Map.of()))));
        assertTrue(book.entry(KEY).isEmpty());
    }
}
