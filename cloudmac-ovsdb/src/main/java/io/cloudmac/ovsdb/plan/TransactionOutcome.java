// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.ovsdb.plan;

import com.fasterxml.jackson.databind.JsonNode;
import io.cloudmac.ovsdb.db.RowKey;
import io.cloudmac.ovsdb.plan.Operation.Insert;
import io.cloudmac.ovsdb.plan.Operation.Mutate;
import io.cloudmac.ovsdb.plan.Operation.Wait;
import io.cloudmac.ovsdb.plan.Operation.WaitAbsent;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The outcome of a transaction, from the reply of RFC 7047, section 4.1.3. The reply has one element for each
 * operation: "error" in the one that failed, null in those after it, and one more element if the commit
 * failed. Every element is checked.
 *
 * @param kind    outcome
 * @param culprit the entries that caused a refusal; empty otherwise
 * @param problem the switch's error, or null
 */
public record TransactionOutcome(Kind kind, Set<RowKey> culprit, Problem problem) {
    /** Kinds of outcome. */
    public enum Kind {
        /** The database has all changes. */
        COMMITTED,
        /** The database has no change: the switch had changed since the plan was made. */
        STALE,
        /** The database has no change: the switch refused the transaction. */
        REFUSED
    }

    private static final String TIMED_OUT = "timed out";

    /**
     * Parses the reply to a plan's transaction.
     *
     * @throws IllegalArgumentException if it is not a reply to this transaction
     */
    public static TransactionOutcome of(final List<Operation> operations, final JsonNode reply) {
        if (!reply.isArray()) {
            throw new IllegalArgumentException("the result of the transaction is not an array");
        }
        for (int i = 0; i < reply.size(); i++) {
            final JsonNode error = reply.get(i).path("error");
            if (error.isTextual()) {
                return failed(operations, i, error.asText(), reply.get(i).path("details").asText(""));
            }
        }
        if (reply.size() != operations.size()) {
            throw new IllegalArgumentException("the transaction had " + operations.size()
                + " operations, its result has " + reply.size());
        }
        for (int i = 0; i < reply.size(); i++) {
            checkDone(operations.get(i), reply.get(i));
        }
        return new TransactionOutcome(Kind.COMMITTED, Set.of(), null);
    }

    private static TransactionOutcome failed(final List<Operation> operations, final int index, final String error,
            final String details) {
        if (index < operations.size()) {
            final Operation operation = operations.get(index);
            if (isWait(operation) && TIMED_OUT.equals(error)) {
                return new TransactionOutcome(Kind.STALE, Set.of(), null);
            }
            return new TransactionOutcome(Kind.REFUSED, Set.of(operation.key()), new Problem(error, details, false));
        }
        // The switch refused the commit without naming an entry, so all entries are suspect.
        final Set<RowKey> all = new LinkedHashSet<>();
        operations.forEach(operation -> all.add(operation.key()));
        return new TransactionOutcome(Kind.REFUSED, all, new Problem(error, details, false));
    }

    private static void checkDone(final Operation operation, final JsonNode result) {
        // The parent row of a mutation can be gone; the next plan sees that in the snapshot.
        final boolean done = isWait(operation) || (operation instanceof Insert ? result.path("uuid").isArray()
            : operation instanceof Mutate ? result.path("count").isInt() : result.path("count").asInt(-1) == 1);
        if (!done) {
            throw new IllegalArgumentException(
                "operation on " + operation.key() + " did not change exactly one row: " + result);
        }
    }

    private static boolean isWait(final Operation operation) {
        return operation instanceof Wait || operation instanceof WaitAbsent;
    }
}
