// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.ovsdb.plan;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.cloudmac.ovsdb.db.RowKey;
import io.cloudmac.ovsdb.plan.Operation.Delete;
import io.cloudmac.ovsdb.plan.Operation.Insert;
import io.cloudmac.ovsdb.plan.Operation.Update;
import io.cloudmac.ovsdb.plan.Operation.WaitAbsent;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.junit.Test;

/** Checks that every element of a reply is evaluated. */
public class TransactionOutcomeTest {
    private static final RowKey A = new RowKey("Queue", "a");
    private static final RowKey B = new RowKey("Queue", "b");
    private static final UUID ROW = new UUID(0, 1);
    private static final String OK = "[{},{\"uuid\":[\"uuid\",\"" + ROW + "\"]},{\"count\":1},{\"count\":1}]";

    @Test
    public void committed() throws Exception {
        assertEquals(TransactionOutcome.Kind.COMMITTED, outcome(OK).kind());
    }

    @Test
    public void rejectedOperationNamesItsRow() throws Exception {
        final TransactionOutcome outcome = outcome("[{},{\"uuid\":[\"uuid\",\"" + ROW + "\"]},"
            + "{\"error\":\"constraint violation\",\"details\":\"why\"},null]");
        assertEquals(TransactionOutcome.Kind.REFUSED, outcome.kind());
        assertEquals(Set.of(B), outcome.culprit());
        assertEquals(new Problem("constraint violation", "why", false), outcome.problem());
    }

    @Test
    public void failedCommitFailsAllRows() throws Exception {
        final TransactionOutcome outcome = outcome(OK.substring(0, OK.length() - 1)
            + ",{\"error\":\"referential integrity violation\"}]");
        assertEquals(TransactionOutcome.Kind.REFUSED, outcome.kind());
        assertEquals(Set.of(A, B), outcome.culprit());
    }

    @Test
    public void timedOutWaitMeansAStaleSnapshot() throws Exception {
        assertEquals(TransactionOutcome.Kind.STALE, outcome("[{\"error\":\"timed out\"},null,null,null]").kind());
    }

    @Test
    public void shortReplyIsInvalid() {
        assertThrows(IllegalArgumentException.class, () -> outcome("[{},{}]"));
        assertThrows(IllegalArgumentException.class, () -> outcome("{}"));
    }

    @Test
    public void updateOfNoRowIsNotASuccess() {
        assertThrows(IllegalArgumentException.class, () -> outcome(OK.replace("\"count\":1", "\"count\":0")));
        assertThrows(IllegalArgumentException.class, () -> outcome("[{},{},{\"count\":1},{\"count\":1}]"));
    }

    private static TransactionOutcome outcome(final String reply) throws JsonProcessingException {
        return TransactionOutcome.of(List.of(new WaitAbsent(A), new Insert(A, "row0", Map.of()),
            new Update(B, ROW, Map.of()),
            new Delete(B, ROW)), new ObjectMapper().readTree(reply));
    }
}
