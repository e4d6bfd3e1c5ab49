// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.ovsdb.southbound;

import com.fasterxml.jackson.databind.JsonNode;
import io.cloudmac.ovsdb.db.RowKey;
import io.cloudmac.ovsdb.jsonrpc.OvsdbConnection;
import io.cloudmac.ovsdb.jsonrpc.OvsdbException;
import io.cloudmac.ovsdb.plan.DesiredState;
import io.cloudmac.ovsdb.plan.Operation;
import io.cloudmac.ovsdb.plan.Outcome;
import io.cloudmac.ovsdb.plan.Plan;
import io.cloudmac.ovsdb.plan.Planner;
import io.cloudmac.ovsdb.plan.Problem;
import io.cloudmac.ovsdb.plan.RetryBook;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.BiConsumer;
import org.opendaylight.yang.gen.v1.urn.cloudmac.ovsdb.rev261101.ProgrammingState;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings one switch to what is configured: plans, has at most one transaction under way, judges its
 * outcome, and decides when to try again. Not thread-safe: {@link SwitchAgent} calls it in turn.
 */
final class Reconciler {
    private static final Logger LOG = LoggerFactory.getLogger(Reconciler.class);

    /**
     * Delays between attempts, of which each doubles up to the longest.
     *
     * @param refused first one after the switch refused a row
     * @param repeat  first one before the same is done once more, because the switch had changed in the
     *     meantime or somebody keeps undoing it
     * @param longest longest of both
     */
    record Delays(Duration refused, Duration repeat, Duration longest) {
    }

    private final String name;
    private final Delays delays;
    private final RetryBook refusals;
    private Map<RowKey, EntryState> states = Map.of();
    private OvsdbConnection connection;
    private List<Operation> underWay;
    private List<Operation> lastDone = List.of();
    private Instant holdUntil = Instant.MIN;
    private int repeats;
    private long transactions;
    private long failures;

    Reconciler(final String name, final Delays delays) {
        this.name = name;
        this.delays = delays;
        refusals = new RetryBook(delays.refused(), delays.longest());
    }

    /** The switch has connected anew, or is gone: what was under way has no reply any more. */
    void connection(final OvsdbConnection now) {
        connection = now;
        if (underWay != null) {
            underWay = null;
            failures++;
        }
        refusals.clear();
        holdUntil = Instant.MIN;
        lastDone = List.of();
        repeats = 0;
    }

    /**
     * Takes one step.
     *
     * @param desired what is configured
     * @param now     the time
     * @param done    is called, on any thread, with the reply or the failure of a transaction
     * @return when another step is due even if nothing happens
     */
    Optional<Instant> step(final DesiredState desired, final Instant now,
            final BiConsumer<JsonNode, Throwable> done) {
        refusals.configured(desired);
        if (connection == null) {
            setStates(desired, now, Map.of(), null);
            return Optional.empty();
        }
        final Plan plan = Planner.plan(desired, connection.snapshot(), refusals.excluded(now));
        if (underWay == null && !plan.operations().isEmpty() && !now.isBefore(holdUntil)) {
            LOG.debug("{}: {} operations for {}", name, plan.operations().size(), plan.touched());
            final CompletionStage<JsonNode> reply = connection.transact(plan.operations());
            underWay = plan.operations();
            reply.whenComplete(done);
        }
        setStates(desired, now, plan.problems(), plan);
        final Optional<Instant> retry = refusals.next(now);
        return holdUntil.isAfter(now) && retry.filter(time -> time.isBefore(holdUntil)).isEmpty()
            ? Optional.of(holdUntil) : retry;
    }

    /** Judges the reply to the transaction that is under way. */
    void replied(final DesiredState desired, final JsonNode reply, final Throwable failure, final Instant now) {
        if (underWay == null) {
            return;
        }
        final List<Operation> operations = underWay;
        underWay = null;
        final Outcome outcome;
        try {
            outcome = failure == null ? Outcome.of(operations, reply) : refusedAsSuch(operations, failure);
        } catch (final IllegalArgumentException e) {
            failures++;
            connection.close(e.getMessage());
            return;
        }
        switch (outcome.kind()) {
            case COMMITTED -> {
                transactions++;
                repeat(operations.equals(lastDone), now);
                lastDone = operations;
            }
            case STALE -> repeat(true, now);
            case REFUSED -> {
                failures++;
                outcome.culprit().forEach(key -> {
                    LOG.warn("{} refuses {}: {}: {}", name, key, outcome.problem().code(), outcome.problem().text());
                    refusals.refused(key, desired.rows().get(key), outcome.problem(), now);
                });
            }
            default -> throw new IllegalStateException(outcome.toString());
        }
    }

    /** States of all configured entries. */
    Map<RowKey, EntryState> states() {
        return states;
    }

    /** Transactions that were committed. */
    long transactions() {
        return transactions;
    }

    /** Transactions that were refused or cut off. */
    long failures() {
        return failures;
    }

    private Outcome refusedAsSuch(final List<Operation> operations, final Throwable failure) {
        final Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
        if (cause instanceof OvsdbException error && error.code() != null) {
            final Plan all = new Plan(operations, Map.of(), Map.of());
            return new Outcome(Outcome.Kind.REFUSED, all.touched(),
                new Problem(error.code(), error.getMessage(), false));
        }
        throw new IllegalArgumentException(String.valueOf(cause.getMessage()), cause);
    }

    private void repeat(final boolean same, final Instant now) {
        repeats = same ? repeats + 1 : 0;
        if (same) {
            final Duration delay = delays.repeat().multipliedBy(1L << Math.min(repeats - 1, 20));
            holdUntil = now.plus(delay.compareTo(delays.longest()) > 0 ? delays.longest() : delay);
        }
    }

    private void setStates(final DesiredState desired, final Instant now, final Map<RowKey, Problem> problems,
            final Plan plan) {
        final Map<RowKey, EntryState> next = new LinkedHashMap<>();
        for (final RowKey key : desired.keys()) {
            next.put(key, state(key, now, desired, problems, plan).continuing(states.get(key)));
        }
        if (plan != null) {
            plan.kept().forEach((key, problem) -> next.putIfAbsent(key,
                new EntryState(ProgrammingState.Pending, problem, now, 0, null).continuing(states.get(key))));
        }
        states = next;
    }

    private EntryState state(final RowKey key, final Instant now, final DesiredState desired,
            final Map<RowKey, Problem> problems, final Plan plan) {
        final Problem wrong = desired.problems().get(key);
        if (wrong != null) {
            return new EntryState(ProgrammingState.Failed, wrong, now, 0, null);
        }
        if (plan == null) {
            return new EntryState(ProgrammingState.Pending,
                Problem.waiting(Problem.NOT_CONNECTED, "the switch is not connected"), now, 0, null);
        }
        final boolean touched = plan.touched().contains(key);
        final Optional<RetryBook.Entry> refusal = refusals.entry(key);
        if (refusal.isPresent() && (touched || problems.containsKey(key))) {
            final RetryBook.Entry entry = refusal.orElseThrow();
            return new EntryState(ProgrammingState.Failed, entry.problem(), now, entry.attempts(), entry.next());
        }
        if (problems.containsKey(key)) {
            return new EntryState(ProgrammingState.Pending, problems.get(key), now, 0, null);
        }
        if (touched) {
            return new EntryState(ProgrammingState.Pending,
                Problem.waiting(Problem.IN_PROGRESS, "a transaction is under way"), now, 0, null);
        }
        refusals.done(key);
        return new EntryState(ProgrammingState.Active, null, now, 0, null);
    }
}
