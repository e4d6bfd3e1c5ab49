// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.flow.program;

import com.google.common.util.concurrent.FutureCallback;
import com.google.common.util.concurrent.Futures;
import com.google.common.util.concurrent.ListenableFuture;
import io.cloudmac.impl.binding.Assignment;
import io.cloudmac.impl.binding.AssignmentSource;
import io.cloudmac.impl.chain.ChainBoard;
import io.cloudmac.impl.config.ConfigurationSource;
import io.cloudmac.impl.core.EventLoop;
import io.cloudmac.impl.flow.FlowProgram;
import io.cloudmac.impl.flow.FlowProgram.MeterCount;
import io.cloudmac.impl.flow.FlowStatus;
import io.cloudmac.impl.flow.SampleDemand;
import io.cloudmac.impl.flow.activity.PacketActivity;
import io.cloudmac.impl.flow.model.ReportedRule;
import io.cloudmac.impl.flow.model.Rule;
import io.cloudmac.impl.flow.model.RuleDelta;
import io.cloudmac.impl.flow.plan.CopySwitches;
import io.cloudmac.impl.flow.plan.InputReader;
import io.cloudmac.impl.flow.plan.PathRules;
import io.cloudmac.impl.flow.plan.RulePlanner;
import io.cloudmac.impl.learned.Client;
import io.cloudmac.impl.learned.StationKey;
import io.cloudmac.impl.openflow.Activity;
import io.cloudmac.impl.qos.QueueSelector;
import io.cloudmac.impl.topology.PortId;
import io.cloudmac.impl.topology.TopologyService;
import io.cloudmac.impl.wire.Mac;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
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
 * Computes the flow rules after each change of their inputs, sends the difference to the switches, reads the rules
 * back, and sends missing ones again.
 */
@Component(service = { FlowProgram.class, Activity.class })
public final class ProgrammedFlows implements FlowProgram, Activity {
    private static final Logger LOG = LoggerFactory.getLogger(ProgrammedFlows.class);
    private static final Duration AUDIT = Duration.ofSeconds(3);
    /** Time after which a reading counts as lost. */
    private static final Duration ANSWER_LIMIT = Duration.ofSeconds(30);
    /** Delay of the next try to read a switch that has connected, and whose session is not ready. */
    private static final Duration SESSION_RETRY = Duration.ofMillis(200);
    /** How long to collect notes of copies: stations that move together need few computations. */
    private static final Duration NOTES = Duration.ofMillis(20);

    private final List<Runnable> listeners = new CopyOnWriteArrayList<>();
    private final RuleAudit ruleAudit = new RuleAudit();
    private final RefusedRules refused = new RefusedRules();
    private final PacketActivity activity = new PacketActivity();
    private final AuditTurns turns = new AuditTurns();
    private final Confirmations confirmations;
    private final List<Registration> registrations;
    private final AssignmentSource assignments;
    private final TopologyService topology;
    private final EventLoop loop;
    private final SwitchFlows switches;
    private final SwitchCommands commands;
    private final MeterReader meters;
    private final ForeignMeters foreignMeters;
    private final MeterUse meterUse = new MeterUse();
    private final LeftoverMeters leftoverMeters;
    private final CopySwitches copies = new CopySwitches();
    private final InputReader inputs;
    private final RulePlanner planner;
    private final SwitchSessions sessions = new SwitchSessions();
    /** The switches that are being read back, and the numbers of the readings, by node id. */
    private final Map<String, Long> reading = new HashMap<>();
    /** The switches whose answers to rules have not been handled. */
    private final Set<String> answered = new HashSet<>();
    private boolean replanScheduled;
    private boolean notesScheduled;
    private boolean retryScheduled;
    private long readings;

    /** Starts without rules: the switches are read back when they connect. */
    @Activate
    public ProgrammedFlows(@Reference final DataBroker broker, @Reference final RpcConsumerRegistry rpcs,
            @Reference final EventLoop loop, @Reference final AssignmentSource assignments,
            @Reference final ConfigurationSource configuration, @Reference final TopologyService topology,
            @Reference final QueueSelector queues, @Reference final SampleDemand sampleDemand,
            @Reference final ChainBoard chains) {
        this.loop = loop;
        this.assignments = assignments;
        this.topology = topology;
        inputs = new InputReader(assignments, configuration, topology, queues, sampleDemand, activity::silent,
            copies, chains);
        foreignMeters = new ForeignMeters(broker, loop, this::onForeignMeter);
        planner = new RulePlanner(foreignMeters::avoid);
        switches = new SwitchFlows(rpcs, new MeterLimits(broker)::highest);
        commands = new SwitchCommands(switches, sessions, loop, this::onAnswer);
        meters = new MeterReader(rpcs, foreignMeters::contains);
        leftoverMeters = new LeftoverMeters(foreignMeters, meterUse,
            (node, number) -> commands.removeMeters(node, Set.of(number)));
        confirmations = new Confirmations(loop, this::unconfirmed);
        registrations = List.of(assignments.listen(this::scheduleReplan), configuration.listen(this::scheduleReplan),
            topology.listenToNetwork(this::scheduleReplan), queues.listen(this::onQueuesChanged),
            chains.listen(this::scheduleReplan),
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

    private void replan() {
        replanScheduled = false;
        computePlan();
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
        final boolean ended = followSessions();
        final RuleDelta delta = planner.update(inputs.read());
        ruleAudit.onPlan(delta);
        delta.switches().forEach(this::send);
        if (ended || !delta.isEmpty()) {
            publish();
        }
        readNewSwitches();
    }

    private void send(final String node, final RuleDelta.Change change) {
        final Set<Integer> ended = meterUse.change(node, change);
        foreignMeters.onEnded(node, ended);
        ended.removeIf(number -> foreignMeters.contains(node, number));
        if (topology.network().connected().contains(node)) {
            commands.send(node, change, ended);
        }
    }

    /**
     * Follows the sessions of the switches. The rules of a switch whose session has ended are pending until it is
     * connected and read back. Returns true if the state of a rule has changed.
     */
    private boolean followSessions() {
        boolean differs = false;
        for (final String node : sessions.follow(topology.network())) {
            differs |= forgetSession(node);
        }
        return differs;
    }

    private boolean forgetSession(final String node) {
        reading.remove(node);
        commands.sent().forget(node);
        final boolean differs = ruleAudit.markPending(node);
        confirmations.onChange(node);
        return differs;
    }

    /** Reads the switches that have connected: what they lack is sent at once. */
    private void readNewSwitches() {
        readBack(sessions.unread());
    }

    /** Reads back the switches whose turn it is. */
    private void audit() {
        activity.retain(assignments.assignment());
        readBack(turns.next(planner.plan()));
        foreignMeters.check(meterUse::numbers, topology.network().connected());
        meters.takeNumbers().forEach((node, numbers) ->
            leftoverMeters.observe(node, sessions.number(node), numbers));
        meters.read(topology.network().connected());
    }

    /** Reads back the given switches, except disconnected ones and those that have not answered the last request. */
    private void readBack(final Set<String> nodes) {
        if (followSessions()) {
            publish();
        }
        for (final String node : nodes) {
            if (sessions.number(node) != SwitchSessions.NONE && planner.plan().containsKey(node)
                    && reading.putIfAbsent(node, readings + 1) == null) {
                readings++;
                readBack(node, readings);
            }
        }
    }

    /**
     * Reads back a switch. An answer after the end of the session tells nothing about the present rules. Without an
     * answer, the switch is read again after {@link #ANSWER_LIMIT}.
     *
     * @param number the number of the reading
     */
    private void readBack(final String node, final Long number) {
        loop.schedule(ANSWER_LIMIT, () -> reading.remove(node, number));
        final Instant requested = Instant.now();
        final long moment = commands.sent().now();
        Futures.addCallback(requestRules(node), new FutureCallback<List<ReportedRule>>() {
            @Override
            public void onSuccess(final List<ReportedRule> table) {
                if (reading.remove(node, number)) {
                    compare(node, requested, moment, table);
                }
            }

            @Override
            public void onFailure(final Throwable cause) {
                if (reading.remove(node, number)) {
                    LOG.debug("Cannot read back {}", node, cause);
                    if (sessions.unread().contains(node)) {
                        readNewSwitchesSoon();
                    }
                }
            }
        }, loop);
    }

    private void readNewSwitchesSoon() {
        if (!retryScheduled) {
            retryScheduled = true;
            loop.schedule(SESSION_RETRY, () -> {
                retryScheduled = false;
                readNewSwitches();
            });
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

    private void compare(final String node, final Instant requested, final long moment,
            final List<ReportedRule> table) {
        final RuleAudit.Difference found = ruleAudit.compare(node, table,
            cookie -> commands.sent().isAfter(node, cookie, moment));
        commands.sent().forget(node, moment);
        final RuleAudit.Difference difference =
            found.withStale(EarlierCopies.adopt(node, found.stale(), assignments.assignment(), copies));
        if (difference.stale().size() < found.stale().size()) {
            scheduleReplan();
        }
        if (!difference.isClean()) {
            LOG.info("{}: {} flow rules are missing, {} are stale", node, difference.missing().size(),
                difference.stale().size());
            commands.repair(node, difference.missing(), difference.stale());
        }
        sessions.markRead(node);
        publish();
        refused.observe(node, ruleAudit.missing(node), loop.nanoTime());
        confirmations.onChange(node);
        if (activity.observe(assignments.assignment(), ruleAudit.rulesAt(node), planner::hasWtp, difference.shown(),
                requested, Instant.now())) {
            scheduleReplan();
        }
    }

    private void onAnswer(final String node, final Rule rule, final String error) {
        ruleAudit.onAnswer(node, rule, error);
        if (answered.isEmpty()) {
            loop.execute(this::onAnswered);
        }
        answered.add(node);
    }

    /** Handles all answers that have come together. They change no counter, so the listeners need not run. */
    private void onAnswered() {
        final Set<String> nodes = Set.copyOf(answered);
        answered.clear();
        nodes.forEach(confirmations::onChange);
    }

    /** Returns the given rules, by node id and rule id, that connected switches lack, except refused ones. */
    private Stream<FlowStatus> unconfirmed(final Map<String, Set<String>> rules) {
        final Set<String> connected = topology.network().connected();
        return rules.keySet().stream().filter(connected::contains)
            .flatMap(node -> rules.get(node).stream().map(id -> ruleAudit.status(node, id)).flatMap(Optional::stream))
            .filter(flow -> flow.state() != FlowStatus.RuleState.INSTALLED)
            .filter(flow -> !refused.contains(flow, loop.nanoTime()));
    }

    private void publish() {
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
        return activity.stationKnownUntil(station,
            ruleAudit.uplinks(station).stream().map(flow -> flow.rule().match().inPort()), planner::hasWtp);
    }

    @Override
    public void beaconSeen(final Mac bssid) {
        activity.beaconSeen(bssid, Instant.now());
        scheduleReplan();
    }

    @Override
    public <C extends Client> List<Confirmation<C>> confirm(final Set<C> clients) {
        computePlan();
        final Assignment now = assignments.assignment();
        return PathRules.bySwitches(clients, now, planner.graph()).entrySet().stream()
            .map(group -> new Confirmation<>(group.getValue(), confirmations.await(PathRules.of(group.getValue(),
                group.getKey(), planner.rulesOf(PathRules.keys(group.getValue(), now), group.getKey())))))
            .toList();
    }

    @Override
    public CompletionStage<Void> confirmRules(final Map<String, Set<String>> rules) {
        computePlan();
        return confirmations.await(rules);
    }

    @Override
    public boolean isInstalled(final Map<String, Set<String>> rules) {
        return rules.entrySet().stream().allMatch(entry -> entry.getValue().stream().allMatch(id ->
            ruleAudit.status(entry.getKey(), id)
                .filter(flow -> flow.state() == FlowStatus.RuleState.INSTALLED).isPresent()));
    }

    @Override
    public void onCopy(final StationKey station, final PortId port) {
        if (assignments.assignment().stations().containsKey(station) && copies.note(station, port.node())
                && !notesScheduled) {
            notesScheduled = true;
            loop.schedule(NOTES, () -> {
                notesScheduled = false;
                replan();
            });
        }
    }

    @Override
    public void onSessionEnded(final String node) {
        if (sessions.end(node)) {
            if (forgetSession(node)) {
                publish();
            }
            readNewSwitches();
        }
    }

    @Override
    public List<RuleChange> takeChanges(final int most) {
        return ruleAudit.takeChanges(most);
    }

    @Override
    public Collection<FlowStatus> rulesAt(final String node) {
        return ruleAudit.rulesAt(node);
    }

    /** Returns all planned rules and their state, for tests. */
    List<FlowStatus> status() {
        return ruleAudit.status();
    }

    @Override
    public FlowStatus.RuleState uplinkState(final StationKey station, final PortId port) {
        return ruleAudit.uplinks(station).stream().filter(flow -> port.equals(flow.rule().match().inPort()))
            .map(FlowStatus::state).findAny().orElse(FlowStatus.RuleState.PENDING);
    }

    @Override
    public boolean hasForwarded(final StationKey station) {
        return ruleAudit.uplinks(station).stream().anyMatch(flow -> flow.packets() > 0);
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
