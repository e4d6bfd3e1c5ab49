// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.ovsdb.southbound;

import static org.junit.Assert.assertEquals;

import io.cloudmac.ovsdb.db.Datum;
import io.cloudmac.ovsdb.db.RowKey;
import io.cloudmac.ovsdb.plan.DesiredRow;
import io.cloudmac.ovsdb.plan.DesiredState;
import io.cloudmac.ovsdb.plan.Problem;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import org.junit.Test;
import org.opendaylight.yang.gen.v1.urn.cloudmac.ovsdb.rev261121.ProgrammingState;

/** Which failures are told, and that each is told once. */
public class FailureFilterTest {
    private static final RowKey KEY = new RowKey("Queue", "queue://1");
    private static final RowKey OTHER = new RowKey("QoS", "qos://1");
    private static final DesiredState DESIRED = desired(0);
    private static final EntryState ACTIVE = new EntryState(ProgrammingState.Active, null, Instant.EPOCH, 0, null);
    private static final EntryState PENDING = new EntryState(ProgrammingState.Pending,
        Problem.waiting(Problem.NOT_CONNECTED, "away"), Instant.EPOCH, 0, null);

    private final FailureFilter news = new FailureFilter();

    @Test
    public void whatIsPendingOrActiveIsNoNews() {
        assertTold(PENDING);
        assertTold(ACTIVE);
    }

    @Test
    public void eachFailureIsToldOnce() {
        assertTold(failed("constraint violation", "not so", 1), KEY);
        assertTold(failed("constraint violation", "not so", 2));
        assertEquals("beside one that was told", Set.of(OTHER), news.of(DESIRED, Map.of(
            KEY, failed("constraint violation", "not so", 3), OTHER, failed("timed out", "", 1))).keySet());
    }

    @Test
    public void switchThatRefusesTheSameAfterReconnectingIsNoNews() {
        assertTold(failed("constraint violation", "not so", 4), KEY);
        assertTold(PENDING);
        assertTold(failed("constraint violation", "not so", 1));
    }

    @Test
    public void anotherReasonIsNews() {
        assertTold(failed("constraint violation", "not so", 1), KEY);
        assertTold(failed("constraint violation", "nor so", 2), KEY);
        assertTold(failed("timed out", "nor so", 3), KEY);
    }

    @Test
    public void rowThatTheSwitchMakesUpForEachAttemptIsNoOtherReason() {
        assertTold(failed("referential integrity violation",
            "row 01234567-89ab-cdef-0123-456789abcdef refers to none", 1), KEY);
        assertTold(failed("referential integrity violation",
            "row fedcba98-7654-3210-fedc-ba9876543210 refers to none", 2));
    }

    @Test
    public void failureAfterSuccessIsNews() {
        assertTold(failed("constraint violation", "not so", 1), KEY);
        assertTold(ACTIVE);
        assertTold(failed("constraint violation", "not so", 1), KEY);
    }

    @Test
    public void failureOfWhatWasConfiguredOtherwiseIsNews() {
        assertTold(failed("constraint violation", "not so", 1), KEY);
        final EntryState again = failed("constraint violation", "not so", 1);
        assertEquals(Set.of(KEY), news.of(desired(1), Map.of(KEY, again)).keySet());
    }

    @Test
    public void failureOfWhatWasTakenOutAndConfiguredAgainIsNews() {
        assertTold(failed("constraint violation", "not so", 1), KEY);
        assertEquals(Set.of(), news.of(DesiredState.EMPTY, Map.of()).keySet());
        assertTold(failed("constraint violation", "not so", 1), KEY);
    }

    private void assertTold(final EntryState state, final RowKey... keys) {
        assertEquals(Set.of(keys), news.of(DESIRED, Map.of(KEY, state)).keySet());
    }

    private static EntryState failed(final String code, final String text, final int attempts) {
        return new EntryState(ProgrammingState.Failed, new Problem(code, text, false), Instant.EPOCH, attempts,
            Instant.EPOCH.plusSeconds(attempts));
    }

    private static DesiredState desired(final long dscp) {
        return DesiredState.of(Map.of(KEY, DesiredRow.free(KEY, Map.of("dscp", Datum.of(dscp)))));
    }
}
