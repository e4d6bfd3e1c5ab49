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

/** Checks which failures are published, and that each is published once. */
public class FailureFilterTest {
    private static final RowKey KEY = new RowKey("Queue", "queue://1");
    private static final RowKey OTHER = new RowKey("QoS", "qos://1");
    private static final DesiredState DESIRED = desired(0);
    private static final EntryState ACTIVE = new EntryState(ProgrammingState.Active, null, Instant.EPOCH, 0, null);
    private static final EntryState PENDING = new EntryState(ProgrammingState.Pending,
        Problem.waiting(Problem.NOT_CONNECTED, "away"), Instant.EPOCH, 0, null);

    private final FailureFilter filter = new FailureFilter();

    @Test
    public void pendingOrActiveEntriesAreNotPublished() {
        assertPublished(PENDING);
        assertPublished(ACTIVE);
    }

    @Test
    public void eachFailureIsPublishedOnce() {
        assertPublished(failed("constraint violation", "not so", 1), KEY);
        assertPublished(failed("constraint violation", "not so", 2));
        assertEquals("a second failure next to a published one", Set.of(OTHER), filter.of(DESIRED, Map.of(
            KEY, failed("constraint violation", "not so", 3), OTHER, failed("timed out", "", 1))).keySet());
    }

    @Test
    public void sameFailureAfterReconnectIsNotPublished() {
        assertPublished(failed("constraint violation", "not so", 4), KEY);
        assertPublished(PENDING);
        assertPublished(failed("constraint violation", "not so", 1));
    }

    @Test
    public void anotherReasonIsPublished() {
        assertPublished(failed("constraint violation", "not so", 1), KEY);
        assertPublished(failed("constraint violation", "nor so", 2), KEY);
        assertPublished(failed("timed out", "nor so", 3), KEY);
    }

    @Test
    public void anotherRowUuidInTheTextIsNoOtherReason() {
        assertPublished(failed("referential integrity violation",
            "row 01234567-89ab-cdef-0123-456789abcdef refers to none", 1), KEY);
        assertPublished(failed("referential integrity violation",
            "row fedcba98-7654-3210-fedc-ba9876543210 refers to none", 2));
    }

    @Test
    public void failureAfterSuccessIsPublished() {
        assertPublished(failed("constraint violation", "not so", 1), KEY);
        assertPublished(ACTIVE);
        assertPublished(failed("constraint violation", "not so", 1), KEY);
    }

    @Test
    public void failureOfAChangedEntryIsPublished() {
        assertPublished(failed("constraint violation", "not so", 1), KEY);
        final EntryState again = failed("constraint violation", "not so", 1);
        assertEquals(Set.of(KEY), filter.of(desired(1), Map.of(KEY, again)).keySet());
    }

    @Test
    public void failureOfAnEntryConfiguredAgainIsPublished() {
        assertPublished(failed("constraint violation", "not so", 1), KEY);
        assertEquals(Set.of(), filter.of(DesiredState.EMPTY, Map.of()).keySet());
        assertPublished(failed("constraint violation", "not so", 1), KEY);
    }

    private void assertPublished(final EntryState state, final RowKey... keys) {
        assertEquals(Set.of(keys), filter.of(DESIRED, Map.of(KEY, state)).keySet());
    }

    private static EntryState failed(final String code, final String text, final int attempts) {
        return new EntryState(ProgrammingState.Failed, new Problem(code, text, false), Instant.EPOCH, attempts,
            Instant.EPOCH.plusSeconds(attempts));
    }

    private static DesiredState desired(final long dscp) {
        return DesiredState.of(Map.of(KEY, DesiredRow.free(KEY, Map.of("dscp", Datum.of(dscp)))));
    }
}
