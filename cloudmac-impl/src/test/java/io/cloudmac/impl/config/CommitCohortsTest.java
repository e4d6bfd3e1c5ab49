// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.config;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.stream.IntStream;
import org.junit.Test;
import org.opendaylight.mdsal.common.api.TransactionCommitFailedException;

public class CommitCohortsTest {
    @Test
    public void aCommitWithoutViolationsIsAccepted() {
        assertTrue(CommitCohorts.refuseIfAny(List.of()).isDone());
    }

    @Test
    public void aRefusalNamesTenViolationsAndCountsTheOthers() {
        assertEquals("1; 2; 3", refusal(3));
        assertEquals("1; 2; 3; 4; 5; 6; 7; 8; 9; 10", refusal(10));
        assertEquals("1; 2; 3; 4; 5; 6; 7; 8; 9; 10; and 190 more", refusal(200));
    }

    @Test
    public void aCheckThatFailsIsAViolationAndNotAnException() {
        assertEquals(List.of("a", "b"), CommitCohorts.check("things", () -> List.of("a", "b")));
        assertEquals(List.of("bad value"), CommitCohorts.check("things", () -> {
            throw new IllegalArgumentException("bad value");
        }));
        assertEquals(List.of("a check of things failed, see the log: java.lang.IllegalStateException: broken"),
            CommitCohorts.check("things", () -> {
                throw new IllegalStateException("broken");
            }));
    }

    private static String refusal(final int violations) {
        final List<String> texts = IntStream.rangeClosed(1, violations).mapToObj(Integer::toString).toList();
        final Throwable failure = assertThrows(ExecutionException.class,
            () -> CommitCohorts.refuseIfAny(texts).get()).getCause();
        assertEquals(Math.min(10, violations), ((TransactionCommitFailedException) failure).getErrorList().size());
        return failure.getCause().getMessage();
    }
}
