// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.flow;

import com.google.common.util.concurrent.FutureCallback;
import com.google.common.util.concurrent.Futures;
import com.google.common.util.concurrent.ListenableFuture;
import io.cloudmac.impl.binding.AssignmentSource;
import io.cloudmac.impl.config.ConfigurationSource;
import io.cloudmac.impl.core.EventLoop;
import io.cloudmac.impl.flow.FlowProgram.MeterCount;
import io.cloudmac.impl.flow.SwitchFlows.ReportedRule;
import io.cloudmac.impl.learned.StationKey;
import io.cloudmac.impl.openflow.Activity;
import io.cloudmac.impl.qos.QueueSelector;
import io.cloudmac.impl.topology.TopologyService;
import io.cloudmac.impl.wire.Mac;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.opendaylight.mdsal.binding.api.DataBroker;
import org.opendaylight.mdsal.binding.api.RpcConsumerRegistry;
import org.opendaylight.yangtools.concepts.Registration;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Computes the flow rules after each change of their inputs, writes them, reads them back from the switches, and sends
 * missing rules again.
 */
@Component(service = { FlowProgram.class, Activity.class })
public final class ProgrammedFlows implements FlowProgram, Activity {
    private static final Logger LOG = LoggerFactory.getLogger(ProgrammedFlows.class);
    private static final Duration AUDIT = Duration.ofSeconds(3);
    private static final Duration WRITE_RETRY = Duration.ofSeconds(1);
    /** Delay of the write after rules were sent directly. Meanwhile the loop can handle the switches' answers. */
    private static final Duration WRITE_HOLD = Duration.ofMillis(10);

    private final List<Runnable> listeners = new CopyOnWriteArrayList<>();
    private final RuleAudit ruleAudit = new RuleAudit();
    private final RefusedRules refused = new RefusedRules();
    private final PacketActivity activity = new PacketActivity();
    private final Confirmations confirmations;
    private final List<Registration> registrations;
    private final AssignmentSource assignments;
    private final TopologyService topology;
    private final EventLoop loop;
    private final FlowWriter writer;
    private final SwitchFlows switches;
    private final DirectRules direct;
    private final MeterReader meters;
    private final ForeignMeters foreignMeters;
    private final InputReader inputs;
    private final RulePlanner planner;
    private final Set<String> reading = new HashSet<>();
    /** The disconnected switches whose rules are marked as pending. */
    private final Set<String> disconnected = new HashSet<>();
    /** The switches whose rules have changed since the last write. */
    private final Set<String> unwritten = new HashSet<>();
    private Map<String, Map<String, Rule>> plan = Map.of();
    private volatile List<FlowStatus> status = List.of();
    private boolean replanScheduled;
    private boolean writing;
    private boolean holdingWrites;

    /** Starts with the flow rules in the datastore. */
    @Activate
    public ProgrammedFlows(@Reference final DataBroker broker, @Reference final RpcConsumerRegistry rpcs,
            @Reference final EventLoop loop, @Reference final AssignmentSource assignments,
            @Reference final ConfigurationSource configuration, @Reference final TopologyService topology,
            @Reference final QueueSelector queues, @Reference final SampleDemand sampleDemand) {
        this.loop = loop;
        this.assignments = assignments;
        this.topology = topology;
        inputs = new InputReader(assignments, configuration, topology, queues, sampleDemand, activity::silent);
        foreignMeters = new ForeignMeters(broker, loop, this::onForeignMeter);
        planner = new RulePlanner(foreignMeters::avoid);
        writer = new FlowWriter(broker, foreignMeters::contains);
        switches = new SwitchFlows(rpcs, new MeterLimits(broker)::highest);
        direct = new DirectRules(switches, loop, ruleAudit::onAnswer);
        meters = new MeterReader(rpcs, foreignMeters::contains);
        confirmations = new Confirmations(loop, new Confirmations.SwitchTables() {
            @Override
            public void readBack(final Set<String> nodes) {
                ProgrammedFlows.this.readBack(nodes);
            }

            @Override
            public List<FlowStatus> unconfirmed(final Map<String, Set<String>> rules) {
                return ProgrammedFlows.this.unconfirmed(rules);
            }
        });
        registrations = List.of(assignments.listen(this::scheduleReplan), configuration.listen(this::scheduleReplan),
            topology.listenToNetwork(this::scheduleReplan), queues.listen(this::onQueuesChanged),
            loop.every(AUDIT, this::audit));
    }

    @Deactivate
    void close() {
        registrations.forEach(Registration::close);
    }

    /** Schedules a computation. Several changes at one moment cause only one. */
    private void scheduleReplan() {
        if (!replanScheduled) {
            replanScheduled = true;
            loop.execute(this::replan);
        }
    }

    /** Writes after the tasks that are queued on the loop: {@link #confirm} can be one, and send rules before. */
    private void replan() {
        replanScheduled = false;
        computePlan();
        loop.execute(this::write);
    }

    private void onQueuesChanged() {
        inputs.onQueuesChanged();
        scheduleReplan();
    }

    private void onForeignMeter(final String node) {
        planner.adaptAgain(node);
        scheduleReplan();
    }

    private void computePlan() {
        final RuleDelta delta = planner.update(inputs.read());
        final boolean differs = !delta.isEmpty();
        if (differs) {
            final Map<String, Map<String, Rule>> before = plan;
            plan = delta.appliedTo(before);
            delta.nodes().stream().filter(plan::containsKey).forEach(unwritten::add);
            foreignMeters.onPlan(delta, plan);
            direct.onPlan(before, plan, (node, id) -> ruleAudit.status(node, id)
                .filter(flow -> flow.state() == FlowStatus.RuleState.INSTALLED).isPresent());
            ruleAudit.setPlan(plan);
        }
        if (markDisconnected() || differs) {
            publish();
        }
    }

    /**
     * Marks the rules of switches that have disconnected as pending. Returns true if the state of a rule has changed.
     * They stay pending until the switch is connected and read back.
     */
    private boolean markDisconnected() {
        final Set<String> connected = topology.network().connected();
        disconnected.removeAll(connected);
        boolean differs = false;
        for (final String node : plan.keySet()) {
            if (!connected.contains(node) && disconnected.add(node)) {
                differs |= ruleAudit.markPending(node);
            }
        }
        return differs;
    }

    private void write() {
        if (unwritten.isEmpty() || writing || holdingWrites) {
            return;
        }
        writing = true;
        final Map<String, Map<String, Rule>> changed = new HashMap<>(plan);
        changed.keySet().retainAll(unwritten);
        unwritten.clear();
        direct.onWrite(changed);
        Futures.addCallback(writer.write(changed), new FutureCallback<Object>() {
            @Override
            public void onSuccess(final Object done) {
                writing = false;
                confirmations.onWritten(changed.keySet());
                write();
            }

            @Override
            public void onFailure(final Throwable cause) {
                LOG.warn("Cannot write the flow rules: trying again", cause);
                writing = false;
                unwritten.addAll(plan.keySet());
                writer.forget();
                loop.schedule(WRITE_RETRY, ProgrammedFlows.this::write);
            }
        }, loop);
    }

    /** Reads back every switch. */
    private void audit() {
        readBack(plan.keySet());
        foreignMeters.check(plan, topology.network().connected());
        meters.read(topology.network().connected());
    }

    /** Reads back those of some switches that are connected and have answered their last request. */
    private void readBack(final Set<String> nodes) {
        if (markDisconnected()) {
            publish();
        }
        final Set<String> connected = topology.network().connected();
        for (final String node : nodes) {
            if (plan.containsKey(node) && connected.contains(node) && reading.add(node)) {
                final Instant requested = Instant.now();
                Futures.addCallback(requestRules(node), new FutureCallback<List<ReportedRule>>() {
                    @Override
                    public void onSuccess(final List<ReportedRule> table) {
                        reading.remove(node);
                        // A late answer does not show that a disconnected switch still has its rules.
                        if (topology.network().connected().contains(node)) {
                            compare(node, requested, table);
                        }
                    }

                    @Override
                    public void onFailure(final Throwable cause) {
                        reading.remove(node);
                        LOG.debug("Cannot read back {}", node, cause);
                    }
                }, loop);
            }
        }
    }

    /** Requests the rules of a switch. The plugin throws if it has no session with the switch. */
    @SuppressWarnings("checkstyle:IllegalCatch")
    private ListenableFuture<List<ReportedRule>> requestRules(final String node) {
        try {
            return switches.read(node);
        } catch (final RuntimeException e) {
            return Futures.immediateFailedFuture(e);
        }
    }

    private void compare(final String node, final Instant requested, final List<ReportedRule> table) {
        final RuleAudit.Difference difference = ruleAudit.compare(node, table);
        if (unwritten.isEmpty() && !writing && confirmations.hasLimitPassed(node)) {
            if (!difference.isClean()) {
                LOG.info("{}: {} flow rules are missing, {} are stale", node, difference.missing().size(),
                    difference.stale().size());
            }
            difference.missing().forEach(rule -> direct.add(node, rule));
            difference.stale().forEach(reported -> direct.remove(node, reported));
        }
        direct.onReadBack(node, table);
        publish();
        refused.observe(status, loop.nanoTime());
        confirmations.onReadBack(node);
        if (activity.observe(assignments.assignment(), status, node, requested, Instant.now())) {
            scheduleReplan();
        }
    }

    /** Returns those of some rules, by node id and rule id, that connected switches lack, except refused ones. */
    private List<FlowStatus> unconfirmed(final Map<String, Set<String>> rules) {
        final Set<String> connected = topology.network().connected();
        return rules.keySet().stream().filter(connected::contains)
            .flatMap(node -> rules.get(node).stream().map(id -> ruleAudit.status(node, id)).flatMap(Optional::stream))
            .filter(flow -> flow.state() != FlowStatus.RuleState.INSTALLED)
            .filter(flow -> !refused.contains(flow, loop.nanoTime()))
            .toList();
    }

    private void publish() {
        status = ruleAudit.status();
        listeners.forEach(Runnable::run);
    }

    @Override
    public boolean isVapActive(final Mac bssid) {
        return !activity.silent().contains(bssid);
    }

    @Override
    public Optional<Instant> vapLastSeen(final Mac bssid) {
        return activity.vapLastSeen(bssid);
    }

    @Override
    public Optional<Instant> stationLastSeen(final StationKey station) {
        return activity.stationLastSeen(station);
    }

    @Override
    public Optional<Instant> stationKnownUntil(final StationKey station) {
        return activity.stationKnownUntil(station);
    }

    @Override
    public void beaconSeen(final Mac bssid) {
        activity.beaconSeen(bssid, Instant.now());
        scheduleReplan();
    }

    @Override
    public List<Confirmation> confirm(final Set<StationKey> stations) {
        computePlan();
        final List<Confirmation> waits = new ArrayList<>();
        boolean anySent = false;
        boolean allSent = true;
        final Map<Set<String>, Set<StationKey>> groups =
            PathRules.bySwitches(stations, assignments.assignment(), topology.network());
        for (final var group : groups.entrySet()) {
            final Map<String, Set<String>> rules = PathRules.of(group.getValue(), group.getKey(), plan);
            final int lacking = unconfirmed(rules).size();
            final Map<String, Set<String>> sent = direct.sendNew(rules, plan, topology.network().connected());
            anySent |= !sent.isEmpty();
            allSent &= sent.values().stream().mapToInt(Set::size).sum() == lacking;
            waits.add(new Confirmation(group.getValue(), confirmations.await(rules, sent.keySet())));
        }
        if (anySent && allSent) {
            holdWrites();
        }
        write();
        return waits;
    }

    private void holdWrites() {
        if (!holdingWrites) {
            holdingWrites = true;
            loop.schedule(WRITE_HOLD, () -> {
                holdingWrites = false;
                write();
            });
        }
    }

    @Override
    public List<FlowStatus> status() {
        return status;
    }

    @Override
    public Collection<MeterCount> meters() {
        return meters.counts();
    }

    @Override
    public Registration listenToStatus(final Runnable listener) {
        listeners.add(listener);
        return () -> listeners.remove(listener);
    }
}
