// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.ovsdb.southbound;

import com.fasterxml.jackson.databind.JsonNode;
import io.cloudmac.ovsdb.db.RowKey;
import io.cloudmac.ovsdb.db.Snapshot;
import io.cloudmac.ovsdb.jsonrpc.OvsdbConnection;
import io.cloudmac.ovsdb.jsonrpc.OvsdbException;
import io.cloudmac.ovsdb.plan.DesiredState;
import io.cloudmac.ovsdb.plan.Operation;
import io.cloudmac.ovsdb.plan.Plan;
import io.cloudmac.ovsdb.plan.Planner;
import io.cloudmac.ovsdb.plan.Problem;
import io.cloudmac.ovsdb.plan.RefusalSearch;
import io.cloudmac.ovsdb.plan.RetrySchedule;
import io.cloudmac.ovsdb.plan.TransactionOutcome;
import io.cloudmac.ovsdb.plan.VerifiedEntries;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.BiConsumer;
import org.opendaylight.yang.gen.v1.urn.cloudmac.ovsdb.rev261121.ProgrammingState;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes one switch match its configuration. It plans, runs at most one transaction at a time, evaluates the
 * outcome and decides when to retry. Not thread-safe: {@link SwitchAgent} calls it in turn.
 */
final class Reconciler {
    private static final Logger LOG = LoggerFactory.getLogger(Reconciler.class);

    /**
     * Delays between attempts. Each doubles up to the longest.
     *
     * @param refused first delay after the switch refused an entry
     * @param repeat  first delay before repeating a change, because the switch had changed meanwhile or
     *     another client keeps undoing it
     * @param longest limit of both
     * @param mend    true to restore what other clients change, false to only report it
     */
    record Delays(Duration refused, Duration repeat, Duration longest, boolean mend) {
        /** Creates delays with other clients' changes restored. */
        Delays(final Duration refused, final Duration repeat, final Duration longest) {
            this(refused, repeat, longest, true);
        }
    }

    /**
     * A change of a configured entry by another client of the switch.
     *
     * @param key    the entry
     * @param mended true if the reconciler restores it
     */
    record EntryChange(RowKey key, boolean mended) {
    }

    private final String name;
    private final Delays delays;
    private final RetrySchedule refusals;
    private final RefusalSearch suspects = new RefusalSearch();
    private final VerifiedEntries verified = new VerifiedEntries();
    private final List<EntryChange> changes = new ArrayList<>();
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
        refusals = new RetrySchedule(delays.refused(), delays.longest());
    }

    /** Sets the connection, or null. A transaction on the former connection gets no reply. */
    void connection(final OvsdbConnection now) {
        connection = now;
        if (underWay != null) {
            underWay = null;
            failures++;
        }
        refusals.clear();
        suspects.clear();
        holdUntil = Instant.MIN;
        lastDone = List.of();
        repeats = 0;
    }

    /**
     * Takes one step.
     *
     * @param desired the configuration
     * @param now     the time
     * @param done    is called, on any thread, with the reply or the failure of a transaction
     * @return time of the next step if no event comes before
     */
    Optional<Instant> step(final DesiredState desired, final Instant now,
            final BiConsumer<JsonNode, Throwable> done) {
        refusals.configured(desired);
        verified.configured(desired);
        if (connection == null) {
            setStates(desired, now, Map.of(), null);
            return Optional.empty();
        }
        final Plan plan = plan(desired, now);
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

    private Plan plan(final DesiredState desired, final Instant now) {
        final Snapshot actual = connection.snapshot();
        Plan plan = Planner.plan(desired, actual, excluded(now));
        verified.undone(plan);
        final Set<RowKey> changed = verified.changed(plan);
        changed.forEach(key -> {
            LOG.info("{}: another client changed {}; {}", name, key, delays.mend() ? "restoring it" : "leaving it");
            changes.add(new EntryChange(key, delays.mend()));
            if (!delays.mend()) {
                verified.leave(key);
            }
        });
        final Map<RowKey, Problem> left = verified.left();
        if (!left.isEmpty()) {
            plan = Planner.plan(desired, actual, with(left, excluded(now)));
        }
        while (underWay == null && suspects.any() && plan.operations().isEmpty()) {
            suspects.settled();
            plan = Planner.plan(desired, actual, with(left, excluded(now)));
        }
        return plan;
    }

    private Map<RowKey, Problem> excluded(final Instant now) {
        return with(refusals.excluded(now), suspects.heldBack());
    }

    private static Map<RowKey, Problem> with(final Map<RowKey, Problem> some, final Map<RowKey, Problem> others) {
        final Map<RowKey, Problem> all = new LinkedHashMap<>(others);
        all.putAll(some);
        return all;
    }

    /** Returns the changes by other clients since the last call. */
    List<EntryChange> takeChanges() {
        final List<EntryChange> taken = List.copyOf(changes);
        changes.clear();
        return taken;
    }

    /** Evaluates the reply to the transaction in progress. */
    void replied(final DesiredState desired, final JsonNode reply, final Throwable failure, final Instant now) {
        if (underWay == null) {
            return;
        }
        final List<Operation> operations = underWay;
        underWay = null;
        final TransactionOutcome outcome;
        try {
            outcome = failure == null ? TransactionOutcome.of(operations, reply) : refusedAsSuch(operations, failure);
        } catch (final IllegalArgumentException e) {
            failures++;
            connection.close(e.getMessage());
            return;
        }
        switch (outcome.kind()) {
            case COMMITTED -> {
                transactions++;
                suspects.settled();
                repeat(operations.equals(lastDone), now);
                lastDone = operations;
            }
            case STALE -> repeat(true, now);
            case REFUSED -> {
                failures++;
                refused(desired, outcome, now);
            }
            default -> throw new IllegalStateException(outcome.toString());
        }
    }

    /** Returns the states of all configured entries. */
    Map<RowKey, EntryState> states() {
        return states;
    }

    /** Returns the number of committed transactions. */
    long transactions() {
        return transactions;
    }

    /** Returns the number of transactions that were refused or lost. */
    long failures() {
        return failures;
    }

    private void refused(final DesiredState desired, final TransactionOutcome outcome, final Instant now) {
        if (outcome.culprit().size() > 1) {
            LOG.info("{} refused a transaction for {}: {}: {}", name, outcome.culprit(), outcome.problem().code(),
                outcome.problem().text());
            suspects.refused(outcome.culprit());
            return;
        }
        outcome.culprit().forEach(key -> {
            LOG.warn("{} refused {}: {}: {}", name, key, outcome.problem().code(), outcome.problem().text());
            refusals.refused(key, desired.rows().get(key), outcome.problem(), now);
        });
        suspects.settled();
    }

    private TransactionOutcome refusedAsSuch(final List<Operation> operations, final Throwable failure) {
        final Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
        if (cause instanceof OvsdbException error && error.code() != null) {
            final Plan all = new Plan(operations, Map.of(), Map.of());
            return new TransactionOutcome(TransactionOutcome.Kind.REFUSED, all.touched(),
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
        final Map<RowKey, Problem> unapplied = plan == null ? Map.of() : QosFailures.of(connection.snapshot());
        for (final RowKey key : desired.keys()) {
            final EntryState state = state(key, now, desired, problems, plan);
            final boolean present = state.state() == ProgrammingState.Active;
            next.put(key, (present && unapplied.containsKey(key)
                ? new EntryState(ProgrammingState.Failed, unapplied.get(key), now, 0, null)
                : state).continuing(states.get(key)));
            if (plan != null && desired.rows().containsKey(key)) {
                verified.set(key, desired.rows().get(key), present);
            }
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
        final Optional<RetrySchedule.Entry> refusal = refusals.entry(key);
        if (refusal.isPresent() && (touched || problems.containsKey(key))) {
            final RetrySchedule.Entry entry = refusal.orElseThrow();
            return new EntryState(ProgrammingState.Failed, entry.problem(), now, entry.attempts(), entry.next());
        }
        if (problems.containsKey(key)) {
            return new EntryState(problems.get(key).permanent() ? ProgrammingState.Failed
                : ProgrammingState.Pending, problems.get(key), now, 0, null);
        }
        if (touched) {
            return new EntryState(ProgrammingState.Pending,
                Problem.waiting(Problem.IN_PROGRESS, "a transaction is in progress"), now, 0, null);
        }
        refusals.done(key);
        return new EntryState(ProgrammingState.Active, null, now, 0, null);
    }
}
