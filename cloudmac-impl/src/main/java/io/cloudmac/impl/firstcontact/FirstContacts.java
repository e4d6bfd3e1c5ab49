// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.firstcontact;

import io.cloudmac.impl.admission.Authorizations;
import io.cloudmac.impl.binding.AdmittedWtps;
import io.cloudmac.impl.binding.Assignment;
import io.cloudmac.impl.binding.AssignmentSource;
import io.cloudmac.impl.binding.BindingSettings;
import io.cloudmac.impl.binding.DesiredBindings;
import io.cloudmac.impl.binding.ProbeEntries;
import io.cloudmac.impl.config.ConfigurationSource;
import io.cloudmac.impl.core.Counters;
import io.cloudmac.impl.core.EventLoop;
import io.cloudmac.impl.discovery.WtpDirectory;
import io.cloudmac.impl.flow.FlowProgram;
import io.cloudmac.impl.learned.LearnedStore;
import io.cloudmac.impl.learned.StationKey;
import io.cloudmac.impl.openflow.Activity;
import io.cloudmac.impl.openflow.FrameSender;
import io.cloudmac.impl.openflow.FrameSource;
import io.cloudmac.impl.steering.SteeringLog;
import io.cloudmac.impl.steering.SteeringResult;
import io.cloudmac.impl.steering.SteeringResult.WhyNot;
import io.cloudmac.impl.steering.SteeringTrigger;
import io.cloudmac.impl.steering.SteeringTrigger.Reason;
import io.cloudmac.impl.steering.SteeringTrigger.SignalInput;
import io.cloudmac.impl.topology.PortId;
import io.cloudmac.impl.wire.CloudmacFrame;
import io.cloudmac.impl.wire.Mac;
import io.cloudmac.impl.wire.NeighbourProbe;
import io.cloudmac.impl.wire.ProbeRequest;
import io.cloudmac.impl.wire.RadioTag;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.opendaylight.yangtools.concepts.Registration;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Binds a station at first contact to the admitted WTP that receives it best, and unbinds it after a long silence. A
 * probe request binds no station. All tables are bounded, so that a flood of addresses costs a fixed amount of memory.
 */
@Component(service = {})
public final class FirstContacts {
    private static final Logger LOG = LoggerFactory.getLogger(FirstContacts.class);
    private static final int MAX_WINDOWS = 1024;
    private static final Duration SILENCE_CHECK = Duration.ofSeconds(5);
    private static final Duration MINIMUM_STAY = Duration.ofSeconds(10);
    /**
     * Greatest age of a frame that the controller forwards, after the window if there was one. mac80211 repeats an
     * Authentication after 200 ms, and the flow rules may forward the repetition. An older one behind it looks like a
     * new start to the VAP, which then drops the association.
     */
    private static final Duration FORWARD_LIMIT = Duration.ofMillis(100);

    private static final String LATE_FRAME = "late-first-contact";
    private static final String OTHER_WTP = "copy-of-another-wtp";

    private final Map<StationKey, ContactWindow> openWindows = new HashMap<>();
    /** Decided, but not yet in the assignment, because the datastore has not committed the binding. */
    private final Map<StationKey, ContactWindow> decided = new HashMap<>();
    /** Assigned, but the flow rules are not yet confirmed. */
    private final Map<StationKey, ContactWindow> awaitingRules = new HashMap<>();
    /** Stations whose flow rules were confirmed, until {@link #MINIMUM_STAY} later; time of the event loop, ns. */
    private final Map<StationKey, Long> confirmed = new HashMap<>();
    private final Map<StationKey, Instant> boundSince = new HashMap<>();
    private final Authorizations authorizations;
    /** Stations whose removal the datastore has not committed. */
    private final Set<StationKey> unbinding = new HashSet<>();
    private final Unproven unproven;
    private final LastWtps last;
    private final ContactTargets targets;
    private final ProbeContacts probes;
    private final List<Registration> registrations;
    private final AssignmentSource assignments;
    private final ConfigurationSource configuration;
    private final LearnedStore learned;
    private final FlowProgram flows;
    private final AdmittedWtps admission;
    private final FrameSender sender;
    private final Activity activity;
    private final Counters counters;
    private final SteeringLog log;
    private final EventLoop loop;

    /** Registers for frames and assignments. */
    @Activate
    public FirstContacts(@Reference final EventLoop loop, @Reference final FrameSource frames,
            @Reference final WtpDirectory wtps, @Reference final AdmittedWtps admission,
            @Reference final AssignmentSource assignments, @Reference final ConfigurationSource configuration,
            @Reference final LearnedStore learned, @Reference final FlowProgram flows,
            @Reference final Activity activity, @Reference final FrameSender sender,
            @Reference final Counters counters, @Reference final SteeringLog log,
            @Reference final ProbeEntries answers, @Reference final Authorizations authorizations,
            @Reference final LastWtps last) {
        this.loop = loop;
        this.last = last;
        this.authorizations = authorizations;
        unproven = new Unproven(authorizations);
        this.admission = admission;
        this.assignments = assignments;
        this.configuration = configuration;
        this.learned = learned;
        this.flows = flows;
        this.activity = activity;
        this.sender = sender;
        this.counters = counters;
        this.log = log;
        targets = new ContactTargets(loop, assignments, wtps, admission, learned, activity, counters);
        probes = new ProbeContacts(loop, assignments, answers, flows, sender, counters);
        registrations = List.of(frames.listenToFrames(this::onFrame), assignments.listen(this::onAssignment),
            targets.start(), loop.every(SILENCE_CHECK, this::unbindSilent));
    }

    @Deactivate
    void close() {
        registrations.forEach(Registration::close);
    }

    private void onFrame(final PortId port, final CloudmacFrame frame, final byte[] data, final long receivedAtNanos) {
        final Assignment assignment = assignments.assignment();
        final Optional<Mac> wtp = targets.wtpAt(port);
        final DesiredBindings desired = configuration.get(DesiredBindings.PART);
        if (wtp.isEmpty()) {
            counters.countRefused("not-from-a-wtp");
        } else if (frame.tag().kind() == RadioTag.KIND_VSTA) {
            counters.countRefused("message-to-virtual-station");
        } else if (frame.tag().kind() != RadioTag.KIND_FRAME) {
            counters.countRefused("status-of-unknown-station");
        } else if (NeighbourProbe.isProbe(frame.station())) {
            counters.countRefused("probe-of-a-wtp");
        } else if (assignment.vaps().containsKey(frame.station())) {
            counters.countRefused("frame-of-a-vap");
        } else {
            final Optional<ProbeRequest> probe = ProbeRequest.of(data, frame);
            final Set<Mac> vaps = targets.vaps(frame.tag().vap(), probe, wtp.orElseThrow());
            vaps.forEach(bssid ->
                handleContact(new StationKey(bssid, frame.station()), wtp.orElseThrow(), frame,
                    new ContactWindow.Frame(data, receivedAtNanos), desired,
                    probe.isPresent() || frame.tag().vap() == RadioTag.VAP_ANY));
        }
    }

    /** Handles a frame for a VAP; {@code transientContact}: a probe request, or a frame that names no VAP. */
    private void handleContact(final StationKey key, final Mac wtp, final CloudmacFrame frame,
            final ContactWindow.Frame contact, final DesiredBindings desired, final boolean transientContact) {
        final Assignment assignment = assignments.assignment();
        final Assignment.ServingWtps service = assignment.stations().get(key);
        if (service != null) {
            // The switch sent it before it had the flow rules. As they will, forward only the serving WTP's copy.
            if (!service.uplinks().contains(wtp)) {
                counters.countRefused(OTHER_WTP);
            } else if (awaitingRules.containsKey(key)) {
                if (!awaitingRules.get(key).replaceFrame(wtp, contact)) {
                    counters.countRefused(OTHER_WTP);
                }
            } else if (contact.isOlderThan(FORWARD_LIMIT, loop.nanoTime()) || mayBeOvertaken(key, wtp)) {
                counters.countRefused(LATE_FRAME);
            } else {
                sender.send(assignment.vaps().get(key.bssid()).port(), contact.data());
            }
        } else if (!desired.settings().automaticStations() || desired.stations().containsKey(key)) {
            counters.countRefused("not-to-be-bound");
        } else if (!admission.isAdmitted(wtp)) {
            counters.countRefused("wtp-is-not-admitted");
        } else if (assignment.draining().contains(wtp)) {
            counters.countRefused("wtp-is-draining");
        } else if (transientContact) {
            probes.receive(key, wtp, frame.tag().level(), contact);
        } else if (decided.containsKey(key)) {
            counters.countRefused(decided.get(key).replaceFrame(wtp, contact) ? "being-bound" : OTHER_WTP);
        } else if (openWindows.containsKey(key)) {
            openWindows.get(key).add(wtp, frame.tag().level());
            openWindows.get(key).replaceFrame(wtp, contact);
        } else if (openWindows.size() + decided.size() + awaitingRules.size() >= MAX_WINDOWS) {
            counters.countRefused("too-many-contacts");
        } else {
            final ContactWindow window = new ContactWindow(contact);
            window.add(wtp, frame.tag().level());
            openWindows.put(key, window);
            final List<SignalInput> probed = probes.signals(key);
            probed.forEach(window::add);
            if (probed.isEmpty() && !targets.isOnly(key.bssid(), wtp)) {
                loop.schedule(desired.settings().contactWindow(), () -> decide(key));
            } else {
                decide(key);
            }
        }
    }

    /**
     * Returns true if the WTP's switch may have forwarded later frames of the station: it has the rule, or the rule was
     * confirmed within {@link #MINIMUM_STAY} and has not been read since. A switch may refuse a rule, and the
     * controller then forwards all frames.
     */
    private boolean mayBeOvertaken(final StationKey key, final Mac wtp) {
        final PortId port = assignments.assignment().wtps().get(wtp);
        return switch (flows.uplinkState(key, port)) {
            case INSTALLED -> true;
            case PENDING -> confirmed.containsKey(key);
            case MISSING -> false;
        };
    }

    /**
     * Binds a station to the WTP that receives it best. This waits for copies of its first frame, unless its probe
     * request has shown which WTPs receive it, or only one WTP may serve it.
     */
    private void decide(final StationKey key) {
        final ContactWindow window = openWindows.remove(key);
        final Optional<Mac> strongest = window.strongest(each -> targets.mayServe(key.bssid(), each));
        if (strongest.isEmpty()) {
            counters.countRefused("no-wtp-may-serve");
            return;
        }
        final Mac wtp = strongest.orElseThrow();
        if (!ensureRoom()) {
            counters.countRefused("too-many-stations");
            return;
        }
        LOG.info("Station {} of VAP {} is bound to WTP {}: {}", key.station(), key.bssid(), wtp, window.inputs());
        final SteeringTrigger trigger = new SteeringTrigger(Reason.FIRST_CONTACT, window.inputs(), null);
        window.choose(wtp);
        decided.put(key, window);
        boundSince.put(key, Instant.now());
        unproven.add(key);
        learned.putStation(key, wtp).whenCompleteAsync((done, failure) -> {
            if (failure != null) {
                // The next frame is a first contact again.
                decided.remove(key, window);
            }
            log.add(key, null, wtp, trigger, failure == null ? SteeringResult.DONE
                : SteeringResult.refused(WhyNot.FAILED, "the datastore refused the binding"));
        }, loop);
        // If the WTP disappears, the next frame is a first contact again.
        loop.schedule(MINIMUM_STAY, () -> decided.remove(key, window));
    }

    /**
     * Returns true if there is room for another station. If necessary, unbinds the station with the longest silence
     * among those that are not proven to exist. Others may be associated, and asleep.
     */
    private boolean ensureRoom() {
        final BindingSettings settings = configuration.get(BindingSettings.PART);
        final Set<StationKey> bound = learned.learned().stations().keySet();
        final long leaving = unbinding.stream().filter(bound::contains).count();
        if (bound.size() - leaving + decided.size() < settings.maximumStations()) {
            return true;
        }
        unproven.removeProven(flows::hasForwarded);
        final Optional<StationKey> oldest =
            bound.stream().filter(key -> unproven.contains(key) && !unbinding.contains(key))
                .max(Comparator.comparing(this::silence));
        if (oldest.isEmpty() || silence(oldest.orElseThrow()).compareTo(MINIMUM_STAY) < 0) {
            return false;
        }
        unbind(Set.of(oldest.orElseThrow()));
        return true;
    }

    /**
     * Returns the known silence of a station. It does not grow while the station's switch is not read, nor while the
     * VAP's host holds the station: the host may have a frame for it.
     */
    private Duration silence(final StationKey key) {
        final Instant now = Instant.now();
        final Instant bound = boundSince.computeIfAbsent(key, unknown -> now);
        final Instant seen = Stream.of(Optional.of(bound), activity.stationLastSeen(key),
            authorizations.heldUntil(key, now)).flatMap(Optional::stream).max(Comparator.naturalOrder()).orElseThrow();
        return Duration.between(seen, activity.stationKnownUntil(key).orElse(now));
    }

    /**
     * Forwards first frames after their flow rules are confirmed: the answer needs the rules. The WTPs that received
     * the first frame will receive the next ones too, so their switches get rules for copies at once. All stations of
     * an assignment cause one computation of the rules. Those behind the same switches wait together.
     */
    private void onAssignment() {
        final Assignment assignment = assignments.assignment();
        final Map<StationKey, ContactWindow> now = new HashMap<>(decided);
        now.keySet().retainAll(assignment.stations().keySet());
        if (now.isEmpty()) {
            return;
        }
        final Map<StationKey, PortId> vaps = new HashMap<>();
        now.forEach((key, window) -> {
            decided.remove(key);
            awaitingRules.put(key, window);
            confirmed.remove(key);
            vaps.put(key, assignment.vaps().get(key.bssid()).port());
            window.inputs().stream().map(input -> assignment.wtps().get(input.wtp())).filter(Objects::nonNull)
                .forEach(port -> flows.onCopy(key, port));
        });
        loop.execute(() -> flows.confirm(now.keySet()).forEach(confirmation -> {
            final Map<StationKey, ContactWindow> windows = new HashMap<>(now);
            windows.keySet().retainAll(confirmation.clients());
            confirmation.done().whenCompleteAsync((done, failure) -> onConfirmed(windows, vaps, failure), loop);
        }));
    }

    private void onConfirmed(final Map<StationKey, ContactWindow> windows, final Map<StationKey, PortId> vaps,
            final Throwable failure) {
        if (failure != null) {
            LOG.info("{} stations, for example {}: {}", windows.size(),
                windows.keySet().iterator().next().station(), failure.getMessage());
        }
        windows.forEach((key, window) -> {
            if (!awaitingRules.remove(key, window)) {
                // The station was bound again: a newer frame is held.
                counters.countRefused(LATE_FRAME);
            } else if (failure == null) {
                final Long until = loop.nanoTime() + MINIMUM_STAY.toNanos();
                confirmed.put(key, until);
                loop.schedule(MINIMUM_STAY, () -> confirmed.remove(key, until));
                LOG.info("Station {} of VAP {}: the flow rules were confirmed {} ms after its first frame",
                    key.station(), key.bssid(), Math.round(window.age(loop.nanoTime()).toNanos() / 1e6));
                forwardFirstFrame(vaps.get(key), window, flows.hasForwarded(key));
            } else {
                counters.countRefused("rules-not-confirmed");
            }
        });
    }

    /**
     * Sends the station's first frame to the VAP unless it is late. A late frame is dropped: the station repeats it,
     * and an Authentication behind its own repetition would make the VAP drop the association.
     */
    private void forwardFirstFrame(final PortId vap, final ContactWindow window, final boolean isOvertaken) {
        final Duration limit = configuration.get(BindingSettings.PART).contactWindow().plus(FORWARD_LIMIT);
        final Optional<byte[]> frame = window.frame(loop.nanoTime(), limit);
        if (frame.isEmpty() || isOvertaken) {
            counters.countRefused(LATE_FRAME);
        } else {
            sender.send(vap, frame.orElseThrow());
        }
    }

    private void unbindSilent() {
        final BindingSettings settings = configuration.get(BindingSettings.PART);
        final Set<StationKey> bound = learned.learned().stations().keySet();
        boundSince.keySet().retainAll(bound);
        unproven.removeProven(flows::hasForwarded);
        unproven.retain(key -> bound.contains(key) || decided.containsKey(key));
        final Set<StationKey> silent = new HashSet<>(bound);
        silent.removeIf(key -> unbinding.contains(key) || silence(key).compareTo(settings.stationTimeout()) < 0);
        if (!silent.isEmpty()) {
            LOG.info("Unbinding {} stations after a silence of {} s", silent.size(),
                settings.stationTimeout().toSeconds());
            unbind(silent);
        }
    }

    /** Unbinds stations. If the datastore refuses, they are as silent as before, and the next check repeats it. */
    private void unbind(final Set<StationKey> stations) {
        unbinding.addAll(stations);
        final Map<StationKey, Mac> served = new HashMap<>(learned.learned().stations());
        served.keySet().retainAll(stations);
        served.keySet().removeIf(unproven::contains);
        learned.removeStations(stations).whenCompleteAsync((done, failure) -> {
            unbinding.removeAll(stations);
            if (failure == null) {
                served.forEach(last::put);
                // If a station returns, its silence begins anew.
                boundSince.keySet().removeAll(stations);
            }
        }, loop);
    }
}
