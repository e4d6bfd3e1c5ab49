// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.qos.reconcile;

import com.google.common.util.concurrent.FutureCallback;
import com.google.common.util.concurrent.Futures;
import com.google.common.util.concurrent.ListenableFuture;
import io.cloudmac.impl.alarms.AlarmBoard;
import io.cloudmac.impl.core.EventLoop;
import io.cloudmac.impl.events.EventJournal;
import io.cloudmac.impl.qos.PolicyBook;
import io.cloudmac.impl.qos.reconcile.QosRpcs.QosControl;
import io.cloudmac.impl.qos.rows.AppliedRows;
import io.cloudmac.impl.qos.rows.OvsdbPort;
import io.cloudmac.impl.qos.rows.OvsdbView;
import io.cloudmac.impl.qos.rows.RowWriter;
import io.cloudmac.impl.topology.InterSwitchPorts;
import io.cloudmac.impl.topology.InterSwitchPorts.Port;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import org.opendaylight.mdsal.binding.api.DataBroker;
import org.opendaylight.mdsal.binding.api.NotificationPublishService;
import org.opendaylight.mdsal.binding.api.ReadTransaction;
import org.opendaylight.mdsal.binding.api.WriteTransaction;
import org.opendaylight.mdsal.common.api.LogicalDatastoreType;
import org.opendaylight.yang.gen.v1.urn.cloudmac.ovsdb.rev261121.OvsdbState;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.Cloudmac;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.CloudmacBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.qos.Policy;
import org.opendaylight.yang.gen.v1.urn.tbd.params.xml.ns.yang.network.topology.rev131021.network.topology.Topology;
import org.opendaylight.yangtools.concepts.Registration;
import org.opendaylight.yangtools.yang.binding.InstanceIdentifier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reconciles the configured rows of topology {@code ovsdb:1} with the policies. Each round reads both datastores,
 * compares them and writes the differences. The next round begins after a change, when the previous round has ended.
 * Runs on the event loop and never blocks it.
 */
final class QosReconciler implements QosControl, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(QosReconciler.class);
    private static final Duration RETRY = Duration.ofSeconds(1);
    /** Time after the start during which a missing port may not have been discovered yet. */
    private static final Duration DISCOVERY = Duration.ofSeconds(30);

    private final DataBroker broker;
    private final EventLoop loop;
    private final InterSwitchPorts ports;
    private final QosStateWriter stateWriter;
    private final Reinstalls reinstalls = new Reinstalls();
    private final AppliedRows applied = new AppliedRows();
    private final List<PolicyWaiter> waiters = new ArrayList<>();
    private final long startedAtNanos;
    private long round;
    private boolean running;
    private boolean roundDue;
    private boolean closed;

    private record PolicyWaiter(String policy, long sinceRound, CompletableFuture<List<PortState>> result) {
    }

    private record Stores(Cloudmac configuration, Optional<Topology> configured, Optional<Topology> actual,
            Optional<OvsdbState> reports) {
    }

    QosReconciler(final DataBroker broker, final EventLoop loop, final InterSwitchPorts ports,
            final NotificationPublishService notifications, final EventJournal events, final AlarmBoard alarms) {
        this.broker = broker;
        this.loop = loop;
        this.ports = ports;
        stateWriter = new QosStateWriter(notifications, events, alarms);
        startedAtNanos = loop.nanoTime();
        loop.schedule(DISCOVERY, this::trigger);
    }

    /** Starts a round after a change. Safe to call from any thread. */
    void trigger() {
        loop.execute(() -> {
            roundDue = true;
            startRoundIfDue();
        });
    }

    @Override
    public CompletionStage<List<PortState>> awaitSettled(final String policy, final Duration timeout) {
        final CompletableFuture<List<PortState>> result = new CompletableFuture<>();
        loop.execute(() -> {
            final PolicyWaiter waiter = new PolicyWaiter(policy, round + 1, result);
            waiters.add(waiter);
            roundDue = true;
            startRoundIfDue();
            final Registration timer = loop.schedule(timeout, () -> {
                waiters.remove(waiter);
                result.complete(stateWriter.of(policy));
            });
            result.whenComplete((states, thrown) -> timer.close());
        });
        return result;
    }

    @Override
    public void close() {
        loop.execute(() -> {
            closed = true;
            waiters.forEach(waiter -> waiter.result.complete(stateWriter.of(waiter.policy)));
            waiters.clear();
        });
    }

    private void startRoundIfDue() {
        if (running || closed || !roundDue) {
            return;
        }
        running = true;
        roundDue = false;
        round++;
        runGuarded(() -> handle(read(), this::reconcile));
    }

    private ListenableFuture<Stores> read() {
        final ReadTransaction configuration = broker.newReadOnlyTransaction();
        final ReadTransaction operational = broker.newReadOnlyTransaction();
        final var policies = configuration.read(LogicalDatastoreType.CONFIGURATION,
            InstanceIdentifier.create(Cloudmac.class));
        final var configured = configuration.read(LogicalDatastoreType.CONFIGURATION, OvsdbPort.TOPOLOGY);
        final var actual = operational.read(LogicalDatastoreType.OPERATIONAL, OvsdbPort.TOPOLOGY);
        final var reports = operational.read(LogicalDatastoreType.OPERATIONAL,
            InstanceIdentifier.create(OvsdbState.class));
        final ListenableFuture<Stores> result = Futures.whenAllSucceed(policies, configured, actual, reports).call(
            () -> new Stores(Futures.getDone(policies).orElseGet(() -> new CloudmacBuilder().build()),
                Futures.getDone(configured), Futures.getDone(actual), Futures.getDone(reports)), loop);
        result.addListener(() -> {
            configuration.close();
            operational.close();
        }, loop);
        return result;
    }

    private void reconcile(final Stores snapshot) {
        final Map<String, Port> known = new HashMap<>();
        final List<String> interSwitchPorts = ports.interSwitchPorts().stream().map(Port::id).toList();
        final PolicyBook book = new PolicyBook(snapshot.configuration.nonnullQos());
        final Map<String, Policy> policies = book.byPort(interSwitchPorts);
        policies.keySet().forEach(id -> ports.port(id).ifPresent(port -> known.put(id, port)));
        ports.interSwitchPorts().forEach(port -> known.put(port.id(), port));
        final OvsdbView configured = new OvsdbView(snapshot.configured);
        final long nowNanos = loop.nanoTime();
        final RowComparison result = RowComparison.of(new RowComparison.KnownState(policies, known, configured,
            new OvsdbView(snapshot.actual), snapshot.reports,
            !book.policies().isEmpty() && nowNanos - startedAtNanos < DISCOVERY.toNanos()), reinstalls, applied,
            nowNanos);
        if (result.retryAfterNanos() != Long.MAX_VALUE) {
            loop.schedule(Duration.ofNanos(result.retryAfterNanos()), this::trigger);
        }
        write(result, configured);
    }

    private void write(final RowComparison result, final OvsdbView configured) {
        if (result.changes().isEmpty() && result.removals().isEmpty()) {
            publish(result.states());
            return;
        }
        final WriteTransaction transaction = broker.newWriteOnlyTransaction();
        final RowWriter writer = new RowWriter(transaction, configured);
        result.changes().forEach(writer::write);
        result.removals().forEach(writer::remove);
        handle(transaction.commit(), committed -> {
            roundDue = true;
            publish(result.states());
        });
    }

    private void publish(final List<PortState> states) {
        if (!stateWriter.differs(states)) {
            endRound(states);
            return;
        }
        final WriteTransaction transaction = broker.newWriteOnlyTransaction();
        stateWriter.write(transaction, states);
        handle(transaction.commit(), committed -> {
            stateWriter.onWritten(states);
            endRound(states);
        });
    }

    private void endRound(final List<PortState> states) {
        running = false;
        final List<PolicyWaiter> ready = waiters.stream().filter(waiter -> waiter.sinceRound <= round && states.stream()
            .noneMatch(state -> state.policy().equals(waiter.policy)
                && state.progress() == PortState.Progress.PENDING)).toList();
        waiters.removeAll(ready);
        ready.forEach(waiter -> waiter.result.complete(stateWriter.of(waiter.policy)));
        startRoundIfDue();
    }

    private <T> void handle(final ListenableFuture<T> future, final Consumer<T> consumer) {
        Futures.addCallback(future, new FutureCallback<T>() {
            @Override
            public void onSuccess(final T result) {
                runGuarded(() -> consumer.accept(result));
            }

            @Override
            public void onFailure(final Throwable cause) {
                retryLater(cause);
            }
        }, loop);
    }

    @SuppressWarnings("checkstyle:IllegalCatch")
    private void runGuarded(final Runnable task) {
        try {
            task.run();
        } catch (RuntimeException e) {
            retryLater(e);
        }
    }

    private void retryLater(final Throwable cause) {
        LOG.warn("Cannot reconcile QoS; trying again", cause);
        running = false;
        loop.schedule(RETRY, this::trigger);
    }
}
