// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.ovsdb.southbound;

import com.fasterxml.jackson.databind.JsonNode;
import io.cloudmac.ovsdb.db.RowKey;
import io.cloudmac.ovsdb.jsonrpc.OvsdbConnection;
import io.cloudmac.ovsdb.jsonrpc.ResumePoint;
import io.cloudmac.ovsdb.plan.DesiredState;
import io.cloudmac.ovsdb.southbound.OperationalWriter.SwitchView;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.opendaylight.yang.gen.v1.urn.cloudmac.ovsdb.rev261121.ovsdb.state.Switch;
import org.opendaylight.yang.gen.v1.urn.cloudmac.ovsdb.rev261121.ovsdb.state.SwitchBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.ovsdb.rev261121.ovsdb.state._switch.EntryBuilder;
import org.opendaylight.yang.gen.v1.urn.ietf.params.xml.ns.yang.ietf.yang.types.rev130715.Counter64;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.QosTypeBase;
import org.opendaylight.yang.gen.v1.urn.tbd.params.xml.ns.yang.network.topology.rev131021.NodeId;
import org.opendaylight.yangtools.yang.common.Uint64;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Represents one switch, connected or not. Every event (a change of configuration, switch or connection, a
 * reply, a timer) only records the new state and requests an evaluation, in which the agent considers its whole
 * state. So a lost event does no harm, many events cause one evaluation, and a failed evaluation is repeated.
 */
final class SwitchAgent {
    private static final Logger LOG = LoggerFactory.getLogger(SwitchAgent.class);
    /** Delay after the first of several failed evaluations; it doubles with each up to 2 to the power of 6. */
    private static final Duration AFTER_FAILURE = Duration.ofSeconds(1);
    private static final int MOST_DOUBLINGS = 6;

    /** The configuration of a switch, with the configured identities of QoS types. */
    record Configuration(DesiredState desired, Map<RowKey, QosTypeBase> types) {
        static final Configuration NONE = new Configuration(DesiredState.EMPTY, Map.of());
    }

    /** Reply to a transaction that was sent in this term. */
    private record Reply(int term, JsonNode result, Throwable failure) {
    }

    private final NodeId id;
    private final Executor executor;
    private final ScheduledExecutorService timer;
    private final OperationalWriter writer;
    private final EntryNotifier notifier;
    private final FailureFilter failureNews = new FailureFilter();
    private final Ownership ownership;
    private final Ownership.Claim claim;
    private final Consumer<SwitchAgent> whenIdle;
    private final Reconciler reconciler;
    private final AtomicBoolean evaluationRequested = new AtomicBoolean();
    /** Replies to evaluate. A queue, so that a reply that arrives during an evaluation is not lost. */
    private final Queue<Reply> replies = new ConcurrentLinkedQueue<>();

    private volatile Configuration configuration = Configuration.NONE;
    private volatile ConnectState connecting;
    private volatile OvsdbConnection connection;
    private final AtomicInteger refusals = new AtomicInteger();
    private volatile String lastRefusal;
    private volatile ResumePoint resume;
    private volatile String lostOwner;
    private volatile boolean overwritten;
    private volatile boolean stopped;

    private volatile OvsdbConnection caughtUp;
    private OvsdbConnection catchingUp;
    private OvsdbConnection latest;
    /** The connection through which this member programs the switch, or null. */
    private OvsdbConnection current;
    /** Number of times that {@link #current} was set; a reply of an earlier term is void. */
    private int term;
    private volatile MemberRole role = MemberRole.STANDBY;
    private Instant since = Instant.now();
    private ScheduledFuture<?> alarm;
    private int failedEvaluations;

    /**
     * Creates an agent.
     *
     * @param executor runs the agent's evaluations, one after another
     * @param timer schedules evaluations at a later time
     * @param ownership decides whether this member programs the switch
     * @param whenIdle is called after an evaluation in which the agent became idle
     */
    SwitchAgent(final NodeId id, final Reconciler.Delays delays, final Executor executor,
            final ScheduledExecutorService timer, final OperationalWriter writer, final EntryNotifier notifier,
            final Ownership ownership,
            final Consumer<SwitchAgent> whenIdle) {
        this.id = id;
        this.executor = executor;
        this.timer = timer;
        this.writer = writer;
        this.notifier = notifier;
        this.ownership = ownership;
        this.whenIdle = whenIdle;
        reconciler = new Reconciler(id.getValue(), delays);
        claim = ownership.claim(id.getValue(), this::ownerChanged);
    }

    /** Sets the configuration of the switch. */
    void configured(final Configuration now) {
        configuration = now;
        requestEvaluation();
    }

    /** Returns true if anything is configured for the switch. */
    boolean isConfigured() {
        return !configuration.desired().keys().isEmpty();
    }

    /** Sets the state of the controller's connection attempts; null if it does not connect. */
    void connecting(final ConnectState now) {
        connecting = now;
        requestEvaluation();
    }

    /** Sets the connection. Closes an older one of the same switch, which the controller opened. */
    synchronized void connected(final OvsdbConnection now) {
        final OvsdbConnection before = connection;
        connection = now;
        if (before != null) {
            LOG.info("{} connected again from {}", id.getValue(), now.remote());
            before.close("the switch has a newer connection");
        }
        claim.stand();
        requestEvaluation();
    }

    /** Records the end of a connection. */
    synchronized void disconnected(final OvsdbConnection gone) {
        if (gone.lastTransaction() != null) {
            resume = new ResumePoint(gone.lastTransaction(), gone.snapshot());
        }
        if (connection == gone) {
            connection = null;
            claim.withdraw();
            requestEvaluation();
        }
    }

    /** Records a refused connection that named this switch. */
    void refused(final InetSocketAddress remote) {
        refusals.incrementAndGet();
        lastRefusal = "a connection from " + IpAddresses.text(remote) + " named this switch and was refused, last at "
            + EntryState.time(Instant.now()).getValue();
        requestEvaluation();
    }

    /** Reports what the datastore shows of the switch, null for nothing: another member can have written it. */
    void shown(final Switch state) {
        if (role == MemberRole.OWNER && (state == null || !ownership.member().equals(state.getOwner()))
                || role == MemberRole.CARETAKER && state == null) {
            overwritten = true;
            requestEvaluation();
        }
    }

    /** Reports that the shown owner is gone and has no successor. */
    void orphaned(final String owner) {
        lostOwner = owner;
        requestEvaluation();
    }

    private void ownerChanged() {
        lostOwner = null;
        requestEvaluation();
    }

    /** Reports a change in the switch. */
    void changed() {
        requestEvaluation();
    }

    /** Returns the connection, or null. */
    OvsdbConnection connection() {
        return connection;
    }

    /** Returns the state from which monitoring can continue, or null. */
    ResumePoint resume() {
        return resume;
    }

    /** Returns the node id of the switch. */
    NodeId id() {
        return id;
    }

    /** Returns true if the switch is neither connected nor configured. */
    boolean idle() {
        return connection == null && connecting == null && !isConfigured();
    }

    /** Stops the evaluations and gives up the ownership. */
    void stop() {
        stopped = true;
        claim.close();
    }

    private void requestEvaluation() {
        if (!stopped && evaluationRequested.compareAndSet(false, true)) {
            executor.execute(this::runEvaluation);
        }
    }

    @SuppressWarnings("checkstyle:IllegalCatch")
    private void runEvaluation() {
        evaluationRequested.set(false);
        if (stopped) {
            return;
        }
        try {
            evaluate();
            failedEvaluations = 0;
        } catch (final RuntimeException e) {
            LOG.error("{}: an evaluation failed; trying again", id.getValue(), e);
            evaluateAt(Instant.now().plus(
                AFTER_FAILURE.multipliedBy(1L << Math.min(failedEvaluations, MOST_DOUBLINGS))));
            failedEvaluations++;
        }
    }

    private void evaluate() {
        final Instant now = Instant.now();
        final OvsdbConnection connected = connection;
        decide(connected != null);
        final OvsdbConnection present = role == MemberRole.OWNER ? connected : null;
        final Configuration config = configuration;
        if (connected != latest) {
            latest = connected;
            since = now;
            caughtUp = connected;
        }
        if (present != null && !caughtUp(present)) {
            return;
        }
        if (present != current) {
            current = present;
            term++;
            reconciler.connection(present);
        }
        for (Reply reply = replies.poll(); reply != null; reply = replies.poll()) {
            if (reply.term == term) {
                reconciler.replied(config.desired(), reply.result, reply.failure, now);
            }
        }
        final int sentIn = term;
        reconciler.step(config.desired(), now, (result, failure) -> {
            replies.add(new Reply(sentIn, result, failure));
            requestEvaluation();
        }).ifPresent(this::evaluateAt);
        publish(config, connected != null, present);
        if (role == MemberRole.OWNER || role == MemberRole.CARETAKER) {
            notifier.failed(id, failureNews.of(config.desired(), reconciler.states()));
        }
        reconciler.takeChanges().forEach(change -> notifier.changed(id, change.key(), change.mended(), now));
    }

    /**
     * Returns true if the snapshot includes all changes of the former owner. Their updates can still be in
     * transit, but arrive before the answer to a request made now.
     */
    private boolean caughtUp(final OvsdbConnection present) {
        if (caughtUp != present && catchingUp != present) {
            catchingUp = present;
            present.transact(List.of()).whenComplete((result, failure) -> {
                caughtUp = present;
                requestEvaluation();
            });
        }
        return caughtUp == present;
    }

    /** Updates the role. After another member may have written, everything is written again. */
    private void decide(final boolean connected) {
        final MemberRole before = role;
        role = MemberRole.of(ownership.state(id.getValue()), connected,
            before == MemberRole.OWNER || before == MemberRole.UNDECIDED, Caretaker.is(ownership), lostOwner != null);
        if (role != before) {
            LOG.debug("{}: now {}, was {}", id.getValue(), role, before);
        }
        if (role != MemberRole.OWNER && role != MemberRole.UNDECIDED) {
            caughtUp = null;
            catchingUp = null;
        }
        if (overwritten || role != before) {
            overwritten = false;
            writer.forget(id);
        }
    }

    private void evaluateAt(final Instant when) {
        if (alarm != null) {
            alarm.cancel(false);
        }
        final long delay = Math.max(1, Duration.between(Instant.now(), when).toMillis() + 1);
        alarm = timer.schedule(this::requestEvaluation, delay, TimeUnit.MILLISECONDS);
    }

    private void publish(final Configuration config, final boolean connected, final OvsdbConnection present) {
        final boolean known = connected || connecting != null || !config.desired().keys().isEmpty();
        switch (role) {
            case OWNER -> writer.publish(id, view(config, present));
            case CARETAKER -> {
                final String lost = lostOwner;
                writer.publishIfOwnedBy(Stream.of(ownership.member(), lost).filter(Objects::nonNull).toList(), id,
                    known ? view(config, null) : SwitchView.NONE);
            }
            default -> LOG.trace("{}: published by another member", id.getValue());
        }
        if (!known && role != MemberRole.UNDECIDED) {
            whenIdle.accept(this);
        }
    }

    private SwitchView view(final Configuration config, final OvsdbConnection present) {
        final Map<RowKey, EntryState> states = reconciler.states();
        final SwitchBuilder state = new SwitchBuilder()
            .setNodeId(id)
            .setConnected(present != null)
            .setOwner(present == null ? null : ownership.member())
            .setSince(EntryState.time(since))
            .setTransactions(new Counter64(Uint64.valueOf(reconciler.transactions())))
            .setProblem(lastRefusal == null ? null : Set.of(lastRefusal))
            .setRefusedConnections(new Counter64(Uint64.valueOf(refusals.get())))
            .setFailures(new Counter64(Uint64.valueOf(reconciler.failures())))
            .setEntry(KeyedLists.of(states.entrySet().stream().filter(entry -> entry.getValue().problem() != null),
                entry -> new EntryBuilder()
                    .setKind(EntryNotifier.kind(entry.getKey())).setId(entry.getKey().id())
                    .setProgramming(entry.getValue().toBinding()).build()));
        ConnectState.show(state, connecting, present);
        return new SwitchView(present == null ? Map.of()
            : new SwitchTranslator(id, present.snapshot(), states, config.desired().places(), config.types())
                .nodes(present), state.build());
    }
}
