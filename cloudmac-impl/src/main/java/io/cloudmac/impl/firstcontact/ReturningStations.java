// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.firstcontact;

import io.cloudmac.impl.binding.AdmittedWtps;
import io.cloudmac.impl.binding.Assignment;
import io.cloudmac.impl.binding.AssignmentSource;
import io.cloudmac.impl.binding.BindingSettings;
import io.cloudmac.impl.binding.LeaseService;
import io.cloudmac.impl.binding.LeaseService.Lease;
import io.cloudmac.impl.config.ConfigurationSource;
import io.cloudmac.impl.core.Counters;
import io.cloudmac.impl.core.EventLoop;
import io.cloudmac.impl.discovery.WtpDirectory;
import io.cloudmac.impl.flow.FlowProgram;
import io.cloudmac.impl.flow.FlowProgram.Confirmation;
import io.cloudmac.impl.learned.LearnedStore;
import io.cloudmac.impl.learned.StationKey;
import io.cloudmac.impl.openflow.Activity;
import io.cloudmac.impl.openflow.DownlinkSource;
import io.cloudmac.impl.openflow.FrameSender;
import io.cloudmac.impl.steering.SteeringLog;
import io.cloudmac.impl.steering.SteeringResult;
import io.cloudmac.impl.steering.SteeringResult.WhyNot;
import io.cloudmac.impl.steering.SteeringTrigger;
import io.cloudmac.impl.steering.SteeringTrigger.Reason;
import io.cloudmac.impl.topology.PortId;
import io.cloudmac.impl.wire.Mac;
import io.cloudmac.impl.wire.OuterHeader;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.opendaylight.yangtools.concepts.Registration;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Binds a station again when its VAP sends it a frame: its binding ended in a long silence, but the VAP's host still
 * holds it. The station gets the WTP that served it last, because no WTP receives it. Mobility judges that as soon as
 * the station sends.
 */
@Component(service = {})
public final class ReturningStations {
    private static final Logger LOG = LoggerFactory.getLogger(ReturningStations.class);
    private static final int MAX_WAITING = 256;
    /** Longest wait for a binding and its flow rules, after which the next frame starts anew. */
    private static final Duration LIMIT = Duration.ofSeconds(10);

    /** The newest frame for a station that is being bound. */
    private static final class HeldFrame {
        private byte[] frame;
        private boolean isConfirming;

        HeldFrame(final byte[] frame) {
            this.frame = frame;
        }
    }

    private final Map<StationKey, HeldFrame> waiting = new HashMap<>();
    private final ContactTargets targets;
    private final LastWtps last;
    private final EventLoop loop;
    private final AssignmentSource assignments;
    private final ConfigurationSource configuration;
    private final LearnedStore learned;
    private final FlowProgram flows;
    private final LeaseService leases;
    private final Activity activity;
    private final FrameSender sender;
    private final Counters counters;
    private final SteeringLog log;
    private final List<Registration> registrations;

    /** Registers for frames and assignments. */
    @Activate
    public ReturningStations(@Reference final EventLoop loop, @Reference final DownlinkSource frames,
            @Reference final LastWtps last, @Reference final WtpDirectory wtps, @Reference final AdmittedWtps admission,
            @Reference final AssignmentSource assignments, @Reference final ConfigurationSource configuration,
            @Reference final LearnedStore learned, @Reference final FlowProgram flows,
            @Reference final LeaseService leases, @Reference final Activity activity,
            @Reference final FrameSender sender, @Reference final Counters counters,
            @Reference final SteeringLog log) {
        this.loop = loop;
        this.last = last;
        this.assignments = assignments;
        this.configuration = configuration;
        this.learned = learned;
        this.flows = flows;
        this.leases = leases;
        this.activity = activity;
        this.sender = sender;
        this.counters = counters;
        this.log = log;
        targets = new ContactTargets(loop, assignments, wtps, admission, learned, activity, counters);
        registrations = List.of(frames.listenToDownlinks(this::onFrame), assignments.listen(this::onAssignment),
            targets.start());
    }

    @Deactivate
    void close() {
        registrations.forEach(Registration::close);
    }

    private void onFrame(final PortId port, final OuterHeader outer, final byte[] data) {
        final Optional<StationKey> sent = keyOf(port, outer);
        if (sent.isEmpty()) {
            counters.countRefused("downlink-of-unknown-vap");
            return;
        }
        final StationKey key = sent.orElseThrow();
        if (waiting.containsKey(key)) {
            waiting.get(key).frame = data;
            return;
        }
        // A bound station has flow rules, or will have them soon. A VAP that has fallen silent gets no lease.
        final Optional<Mac> wtp = assignments.assignment().stations().containsKey(key) ? Optional.empty()
            : last.get(key).filter(each -> activity.isVapActive(key.bssid())
                && targets.mayServe(key.bssid(), each));
        if (wtp.isEmpty() || !hasRoom()) {
            counters.countRefused("downlink-to-unbound-station");
            return;
        }
        bind(key, wtp.orElseThrow(), new HeldFrame(data));
    }

    /** Returns the VAP at a port and the station that a frame is for; empty if the port has no such VAP. */
    private Optional<StationKey> keyOf(final PortId port, final OuterHeader outer) {
        return assignments.assignment().vaps().entrySet().stream()
            .filter(vap -> vap.getKey().lastTwoOctets() == outer.tag().vap() && vap.getValue().port().equals(port))
            .map(vap -> new StationKey(vap.getKey(), outer.station())).findAny();
    }

    private boolean hasRoom() {
        final BindingSettings settings = configuration.get(BindingSettings.PART);
        return settings.automaticStations() && waiting.size() < MAX_WAITING
            && learned.learned().stations().size() + waiting.size() < settings.maximumStations();
    }

    private void bind(final StationKey key, final Mac wtp, final HeldFrame held) {
        LOG.info("Station {} of VAP {} is bound to WTP {} again: the VAP has a frame for it", key.station(),
            key.bssid(), wtp);
        waiting.put(key, held);
        loop.schedule(LIMIT, () -> waiting.remove(key, held));
        learned.putStation(key, wtp).whenCompleteAsync((done, failure) -> {
            if (failure != null) {
                waiting.remove(key, held);
            }
            log.add(key, null, wtp, SteeringTrigger.of(Reason.DOWNLINK), failure == null ? SteeringResult.DONE
                : SteeringResult.refused(WhyNot.FAILED, "the datastore refused the binding"));
        }, loop);
    }

    /**
     * Waits until the stations that are now bound are served, and sends each its frame. A WTP transmits nothing for a
     * VAP without its lease.
     */
    private void onAssignment() {
        final Assignment assignment = assignments.assignment();
        waiting.forEach((key, held) -> {
            final Assignment.ServingWtps service = assignment.stations().get(key);
            if (service != null && !held.isConfirming) {
                held.isConfirming = true;
                final Lease lease = new Lease(service.downlink(), key.bssid(), service.frequencies()
                    .getOrDefault(service.downlink(), assignment.vaps().get(key.bssid()).frequency()));
                loop.execute(() -> CompletableFuture.allOf(leases.hold(lease).toCompletableFuture(),
                    Confirmation.all(flows.confirm(Set.of(key))).toCompletableFuture())
                    .whenCompleteAsync((done, failure) -> onServed(key, held, failure), loop));
            }
        });
    }

    private void onServed(final StationKey key, final HeldFrame held, final Throwable failure) {
        final Assignment assignment = assignments.assignment();
        final Optional<PortId> port = Optional.ofNullable(assignment.stations().get(key))
            .map(service -> assignment.wtps().get(service.downlink()));
        if (waiting.remove(key, held) && failure == null && port.isPresent()) {
            sender.send(port.orElseThrow(), held.frame);
        } else {
            counters.countRefused("downlink-not-sent");
        }
    }
}
