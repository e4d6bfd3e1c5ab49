// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.mobility;

import io.cloudmac.impl.binding.AntennaRefusals;
import io.cloudmac.impl.binding.Assignment;
import io.cloudmac.impl.binding.Assignment.Origin;
import io.cloudmac.impl.binding.Assignment.ServingWtps;
import io.cloudmac.impl.binding.AssignmentSource;
import io.cloudmac.impl.binding.WtpsByPort;
import io.cloudmac.impl.config.ConfigurationSource;
import io.cloudmac.impl.core.EventLoop;
import io.cloudmac.impl.discovery.VirtualStationStatus;
import io.cloudmac.impl.handover.Handover;
import io.cloudmac.impl.learned.Client;
import io.cloudmac.impl.mobility.Judge.Verdict;
import io.cloudmac.impl.mobility.MobilityStatus.StationSignal;
import io.cloudmac.impl.openflow.HeaderSource;
import io.cloudmac.impl.openflow.SampleSource;
import io.cloudmac.impl.steering.SteeringLog;
import io.cloudmac.impl.steering.SteeringTrigger;
import io.cloudmac.impl.steering.SteeringTrigger.Reason;
import io.cloudmac.impl.topology.PortId;
import io.cloudmac.impl.wire.Mac;
import io.cloudmac.impl.wire.OuterHeader;
import io.cloudmac.impl.wire.RadioTag;
import io.cloudmac.impl.wtp.SignalReport;
import io.cloudmac.impl.wtp.WtpControl;
import io.cloudmac.impl.wtp.WtpControl.SignalListener;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.opendaylight.yangtools.concepts.Registration;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Collects signals, judges each station once a period, and hands stations over. */
@Component(service = MobilityStatus.class)
public final class Mobility implements MobilityStatus, SignalListener {
    private static final Logger LOG = LoggerFactory.getLogger(Mobility.class);

    /** Interval at which the WTPs are asked for the networks of virtual stations, less than any useful stale-after. */
    static final Duration BSS_PERIOD = Duration.ofSeconds(1);

    /** The name under which mobility wants signal reports. */
    private static final String ASKER = "mobility";

    private final OverheadCounters overhead = new OverheadCounters();
    private final DwellTimer dwell = new DwellTimer();
    private final Set<Client> moving = new HashSet<>();
    private final WtpsByPort wtpsByPort = new WtpsByPort();
    private final SignalStore signals;
    private final BssSignals networks;
    private final VirtualStationStatus virtualStations;
    private final AntennaRefusals refusals;
    private final StayLog stays;
    private final AssignmentSource assignments;
    private final ConfigurationSource configuration;
    private final WtpControl control;
    private final Handover handover;
    private final EventLoop loop;
    private final List<Registration> registrations;
    private Assignment followed = Assignment.NOTHING;
    private volatile MobilitySettings settings = MobilitySettings.DEFAULT;
    private Registration judgeTimer = () -> { };

    /** Starts with the present configuration. */
    @Activate
    public Mobility(@Reference final EventLoop loop, @Reference final ConfigurationSource configuration,
            @Reference final AssignmentSource assignments, @Reference final WtpControl control,
            @Reference final SampleSource samples, @Reference final HeaderSource headers,
            @Reference final Handover handover,
            @Reference final SteeringLog decisions, @Reference final VirtualStationStatus virtualStations,
            @Reference final AntennaRefusals refusals) {
        this.loop = loop;
        this.configuration = configuration;
        this.assignments = assignments;
        this.control = control;
        this.handover = handover;
        signals = new SignalStore(bssid -> settings.policy(bssid).thresholds().staleAfter());
        this.virtualStations = virtualStations;
        this.refusals = refusals;
        networks = new BssSignals(signals);
        stays = new StayLog(decisions);
        control.addSignalListener(this);
        registrations = List.of(configuration.listen(this::onConfiguration), assignments.listen(this::onAssignment),
            loop.every(BSS_PERIOD, this::askForNetworks), samples.listenToSamples(this::onSample),
            headers.listenToHeaders(this::onHeader),
            loop.every(DwellTimer.LONGEST, () -> dwell.expire(loop.nanoTime())),
            decisions.listen(decision -> loop.execute(() ->
                dwell.record(decision.client(), decision.result(), loop.nanoTime()))));
    }

    @Deactivate
    void close() {
        registrations.forEach(Registration::close);
        judgeTimer.close();
        control.removeSignalListener(this);
    }

    private void onConfiguration() {
        final MobilitySettings now = configuration.get(MobilitySettings.PART);
        if (now.equals(settings)) {
            return;
        }
        settings = now;
        judgeTimer.close();
        control.reportSignals(ASKER, now.isReporting() ? (int) now.reportInterval().toMillis() : 0);
        if (now.isEnabled()) {
            judgeTimer = loop.every(now.period(), () -> OverheadCounters.measure(overhead.decisionNanos, this::judge));
        } else {
            judgeTimer = () -> { };
            signals.clear();
        }
        LOG.info("Mobility: {}", now);
    }

    private void onAssignment() {
        final Assignment before = followed;
        followed = assignments.assignment();
        signals.follow(followed);
        followed.goneSince(before).forEach(client -> {
            dwell.forget(client);
            stays.clear(client);
        });
    }

    /** Asks the WTPs for virtual stations which networks they receive, if a virtual station is associated. */
    private void askForNetworks() {
        final Assignment assignment = assignments.assignment();
        networks.follow(assignment.virtualStations().keySet().stream()
            .flatMap(station -> virtualStations.hello(station).stream()).toList());
        if (networks.isEmpty()) {
            return;
        }
        final Set<Mac> sessions = control.sessions();
        assignment.antennas().stream().filter(sessions::contains).forEach(wtp ->
            control.heardNetworks(wtp).whenCompleteAsync((heard, failure) -> {
                if (failure == null) {
                    networks.heard(wtp, heard, BSS_PERIOD.multipliedBy(2), loop.nanoTime());
                } else {
                    LOG.debug("WTP {}: cannot read its networks", wtp, failure);
                }
            }, loop));
    }

    @Override
    public void onSignalReport(final SignalReport report) {
        if (!settings.isReporting()) {
            return; // sent before the reports were switched off
        }
        overhead.reports.increment();
        overhead.reportEntries.add(report.stations().size());
        OverheadCounters.measure(overhead.intakeNanos, () -> report.stations().forEach(
            station -> signals.report(report.wtp(), Mac.parse(station.station()), station.lastDbm(),
                station.ewmaDbm(), station.frames(), loop.nanoTime())));
    }

    private void onSample(final PortId port, final OuterHeader outer, final int octets) {
        overhead.samples.increment();
        overhead.sampleBytes.add(octets);
        onHeader(port, outer);
    }

    /**
     * Handles a sample, or the first copy of a station's frames at a switch, which has no rule for samples yet. A
     * wildcard probe request gives the signal for each VAP to which the station is bound.
     */
    private void onHeader(final PortId port, final OuterHeader outer) {
        final Mac wtp = wtpAt(port);
        if (settings.isSampling() && wtp != null && outer.tag().kind() == RadioTag.KIND_FRAME
                && outer.tag().level() != RadioTag.LEVEL_UNKNOWN) {
            OverheadCounters.measure(overhead.intakeNanos, () -> signals.sample(wtp, outer.station(),
                outer.tag().vap(), outer.tag().level(), loop.nanoTime()));
        }
    }

    /** Returns the WTP at a port; if several are known there, preferably one with a session: it replaced the others. */
    private Mac wtpAt(final PortId port) {
        final Set<Mac> known = wtpsByPort.at(port, followed);
        if (known.size() < 2) {
            return known.stream().findFirst().orElse(null);
        }
        final Set<Mac> sessions = control.sessions();
        return known.stream().min(Comparator.comparing((Mac each) -> !sessions.contains(each))
            .thenComparing(Comparator.naturalOrder())).orElse(null);
    }

    private void judge() {
        final Assignment assignment = assignments.assignment();
        final Set<Mac> sessions = control.sessions();
        final Map<Mac, Integer> loads = Candidate.loads(assignment);
        assignment.services().forEach((client, service) -> {
            // Drain hands over the stations of draining WTPs.
            if (settings.policy(client.stack()).enabled() && !assignment.draining().contains(service.downlink())) {
                judge(client, service, assignment, sessions, loads);
            }
        });
    }

    private void judge(final Client client, final ServingWtps service, final Assignment assignment,
            final Set<Mac> sessions, final Map<Mac, Integer> loads) {
        final long nowNanos = loop.nanoTime();
        final Policy policy = settings.policy(client.stack());
        final Situation situation = new Situation(service.downlink(), service.origin() == Origin.OPERATOR,
            moving.contains(client), dwell.isDwelling(client, policy.thresholds().dwell(), nowNanos),
            Candidate.of(client, assignment, sessions, signals.of(client, nowNanos), loads,
                refusals::isRefused));
        final Verdict verdict = Judge.judge(situation, policy);
        overhead.decisions.increment();
        final SteeringTrigger trigger = Candidate.trigger(situation.candidates(), Reason.SIGNAL, policy.thresholds());
        if (verdict.whyNot() != null) {
            if (situation.isSettled(policy.thresholds())) {
                stays.add(client, service.downlink(), verdict, trigger);
            }
            return;
        }
        // The stations that are judged next see the new loads.
        loads.merge(service.downlink(), -1, Integer::sum);
        loads.merge(verdict.best(), 1, Integer::sum);
        stays.clear(client);
        overhead.handovers.increment();
        moving.add(client);
        handover.handOver(client, verdict.best(), trigger)
            .whenCompleteAsync((from, failure) -> moving.remove(client), loop);
    }

    @Override
    public Overhead overhead() {
        return new Overhead(signals.stationCount(), signals.signalCount(), overhead.reports.sum(),
            overhead.reportEntries.sum(),
            overhead.samples.sum(), overhead.sampleBytes.sum(), overhead.decisions.sum(), overhead.handovers.sum(),
            Duration.ofNanos(overhead.intakeNanos.sum()), Duration.ofNanos(overhead.decisionNanos.sum()));
    }

    @Override
    public Map<Mac, StationSignal> signals(final Client client) {
        return signals.of(client, loop.nanoTime());
    }
}
