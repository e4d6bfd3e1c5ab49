// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.lease;

import io.cloudmac.impl.binding.Assignment;
import io.cloudmac.impl.binding.AssignmentSource;
import io.cloudmac.impl.binding.HandoverLeases;
import io.cloudmac.impl.binding.LeaseRefusals;
import io.cloudmac.impl.binding.LeaseService;
import io.cloudmac.impl.binding.LeaseService.Lease;
import io.cloudmac.impl.binding.LeaseService.Role;
import io.cloudmac.impl.core.EventLoop;
import io.cloudmac.impl.discovery.VapHostDirectory;
import io.cloudmac.impl.flow.FlowProgram;
import io.cloudmac.impl.learned.Client;
import io.cloudmac.impl.openflow.Activity;
import io.cloudmac.impl.openflow.BeaconCounters;
import io.cloudmac.impl.wire.Mac;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletionStage;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.opendaylight.yangtools.concepts.Registration;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Holds a lease for a VAP at each WTP that serves one of its stations, or to which a handover moves one. A WTP that
 * transmits the VAP's answers to probe requests has one too.
 *
 * <p>It holds no lease for a VAP that no longer sends: nobody would answer its stations, and the lease would bind a
 * radio. A VAP counts as silent after ten seconds, or after 1.5 s if another VAP needs its lease: {@link
 * SlotReclaimer}. If the session of its host says that it has ended, its leases are released at once: its WTP would
 * acknowledge for an access point that is not there, and its stations would notice late. A lease that only probe
 * requests need yields to one that a station needs, so that strangers who probe keep no slots. It releases a lease with
 * a delay, after the flow rules of the station. It also releases leases that its predecessor left and no station needs.
 */
@Component(service = {HandoverLeases.class, LeaseRefusals.class}, immediate = true)
public final class LeaseKeeper implements HandoverLeases, LeaseRefusals {
    private static final Logger LOG = LoggerFactory.getLogger(LeaseKeeper.class);
    private static final Duration RELEASE_DELAY = Duration.ofSeconds(1);
    /** Longer than the time from the discovery of a WTP or a VAP to the bindings of its stations. */
    private static final Duration LEFTOVER_CHECK = Duration.ofSeconds(10);

    private final LeaseDemand demand = new LeaseDemand();
    private final Set<Lease> held = new HashSet<>();
    /** The held leases that their WTP refuses, with its reason. */
    private final Map<Lease, String> refused = new HashMap<>();
    /** The lease of each handover under way. */
    private final Map<Client, Lease> handoverLeases = new HashMap<>();
    /** The leases that virtual stations and probes needed at the last update. */
    private Set<Lease> otherLeases = Set.of();
    /** The VAPs that did not send at the last update. */
    private Set<Mac> inactive = Set.of();
    private boolean releaseScheduled;
    private final AssignmentSource assignments;
    private final LeaseService leases;
    private final Activity activity;
    private final VapHostDirectory vapHosts;
    private final SlotReclaimer reclaimer;
    private final EventLoop loop;
    private final List<Registration> registrations;

    /** Registers for changes of the assignment and of the VAPs' activity. */
    @Activate
    public LeaseKeeper(@Reference final EventLoop loop, @Reference final AssignmentSource assignments,
            @Reference final LeaseService leases, @Reference final FlowProgram flows,
            @Reference final Activity activity, @Reference final BeaconCounters counters,
            @Reference final VapHostDirectory vapHosts) {
        this.loop = loop;
        this.assignments = assignments;
        this.leases = leases;
        this.activity = activity;
        this.vapHosts = vapHosts;
        reclaimer = new SlotReclaimer(loop, counters, this::holders, this::releaseNow, this::updateAll);
        registrations = List.of(leases.listenToRefusals((lease, refusal) ->
                loop.execute(() -> leaseChanged(lease, refusal.filter(reason -> held.contains(lease))))),
            assignments.listen(this::update), flows.listenToStatus(this::activityChanged),
            vapHosts.listen(this::hostsChanged), loop.every(LEFTOVER_CHECK, () ->
                leases.releaseLeftovers(knownAddresses())));
    }

    @Deactivate
    void close() {
        registrations.forEach(Registration::close);
        loop.execute(reclaimer::close);
    }

    private Set<Mac> knownAddresses() {
        final Assignment assignment = assignments.assignment();
        return Stream.concat(assignment.vaps().keySet().stream(), assignment.virtualStations().keySet().stream())
            .collect(Collectors.toSet());
    }

    /** Returns the leases that virtual stations need. */
    static Set<Lease> ofVirtualStations(final Assignment assignment) {
        final Set<Lease> needed = new HashSet<>();
        assignment.virtualStations().forEach((address, station) -> station.service().ifPresent(service ->
            service.uplinks().forEach(wtp -> needed.add(Lease.ofVirtualStation(wtp, address)))));
        return needed;
    }

    /** Returns the leases for the stations of active VAPs that probe and may associate next. */
    static Set<Lease> ofProbes(final Assignment assignment, final Predicate<Mac> active) {
        final Set<Lease> needed = new HashSet<>();
        assignment.probes().forEach((key, wtp) -> {
            if (active.test(key.bssid())) {
                needed.add(new Lease(wtp, key.bssid(), assignment.vaps().get(key.bssid()).frequency()));
            }
        });
        return needed;
    }

    private boolean isActive(final Mac bssid) {
        return !vapHosts.ended().contains(bssid) && activity.isVapActive(bssid);
    }

    private void hostsChanged() {
        final Set<Mac> ended = vapHosts.ended();
        final Predicate<Lease> needed = needed();
        Set.copyOf(held).stream().filter(lease -> ended.contains(lease.bssid()) && !needed.test(lease))
            .forEach(this::releaseNow);
        updateAll();
    }

    private void activityChanged() {
        final Set<Mac> now = assignments.assignment().vaps().keySet().stream()
            .filter(bssid -> !isActive(bssid)).collect(Collectors.toSet());
        if (!now.equals(inactive)) {
            inactive = now;
            updateAll();
        }
    }

    /** Returns a predicate that is true for the leases that are needed now. Its test costs the same for each lease. */
    private Predicate<Lease> needed() {
        final Assignment assignment = assignments.assignment();
        final Set<Lease> moving = Set.copyOf(handoverLeases.values());
        final Set<Lease> virtual = ofVirtualStations(assignment);
        final Predicate<Lease> ofStations = lease -> moving.contains(lease) || virtual.contains(lease)
            || demand.contains(lease) && isActive(lease.bssid());
        final Set<Mac> crowded = refused.keySet().stream().filter(ofStations).map(Lease::wtp)
            .collect(Collectors.toSet());
        final Set<Lease> probed = ofProbes(assignment, this::isActive);
        probed.removeIf(lease -> crowded.contains(lease.wtp()));
        reclaimer.retain(ofStations.or(probed::contains));
        return lease -> moving.contains(lease)
            || (ofStations.test(lease) || probed.contains(lease)) && !reclaimer.reclaimed().contains(lease);
    }

    /** Handles a held lease that its WTP refuses, or refuses no longer. */
    private void leaseChanged(final Lease lease, final Optional<String> refusal) {
        reclaimer.leaseChanged(lease, refusal.isPresent());
        if (refusal.isPresent()) {
            refused.put(lease, refusal.orElseThrow());
            final Set<Lease> yielding = ofProbes(assignments.assignment(), vap -> true);
            yielding.retainAll(held);
            yielding.removeIf(each -> !each.wtp().equals(lease.wtp()));
            yielding.removeIf(needed());
            yielding.forEach(this::releaseNow);
        } else if (refused.remove(lease) != null) {
            update();
        }
    }

    /** Returns the leases that may be reclaimed. A handover needs its lease for a few steps only. */
    private Set<Lease> holders() {
        final Set<Lease> holders = new HashSet<>(held);
        holders.removeAll(handoverLeases.values());
        holders.removeIf(lease -> lease.role() == Role.STATION); // it sends no beacons whose end would show its end
        return holders;
    }

    @Override
    public CompletionStage<Void> hold(final Client client, final Lease lease) {
        final Lease before = handoverLeases.put(client, lease);
        held.add(lease);
        if (before != null && !before.equals(lease)) {
            releaseSoon();
        }
        return leases.hold(lease);
    }

    @Override
    public void release(final Client client) {
        final Lease lease = handoverLeases.remove(client);
        if (lease != null) {
            update();
            if (!needed().test(lease)) {
                releaseSoon();
            }
        }
    }

    @Override
    public Map<Mac, String> refusals(final Mac bssid) {
        final Map<Mac, String> reasons = new TreeMap<>();
        refused.forEach((lease, reason) -> {
            if (lease.role() == Role.AP && lease.bssid().equals(bssid)) {
                reasons.put(lease.wtp(), reason);
            }
        });
        return reasons;
    }

    /** Holds the leases that the last change of the assignment needs, and releases those that it does not need. */
    private void update() {
        final LeaseDemand.DemandChange change = demand.follow(assignments.assignment());
        final Set<Lease> before = otherLeases;
        otherLeases = ofVirtualStations(assignments.assignment());
        otherLeases.addAll(ofProbes(assignments.assignment(), vap -> true));
        final Predicate<Lease> needed = needed();
        Stream.concat(change.added().stream(), otherLeases.stream()).filter(needed).forEach(this::holdNow);
        if (Stream.concat(change.removed().stream(), before.stream())
                .anyMatch(lease -> held.contains(lease) && !needed.test(lease))) {
            releaseSoon();
        }
    }

    /** Holds all leases that are needed, and releases all otherLeases. */
    private void updateAll() {
        update();
        final Predicate<Lease> needed = needed();
        demand.leases().stream().filter(needed).forEach(this::holdNow);
        if (!held.stream().allMatch(needed)) {
            releaseSoon();
        }
    }

    private void holdNow(final Lease lease) {
        if (held.add(lease)) {
            leases.hold(lease).whenComplete((done, failure) -> logFailure(lease, "hold", failure));
        }
    }

    private void releaseSoon() {
        if (!releaseScheduled) {
            releaseScheduled = true;
            loop.schedule(RELEASE_DELAY, () -> {
                releaseScheduled = false;
                final Predicate<Lease> needed = needed();
                Set.copyOf(held).stream().filter(needed.negate()).forEach(this::releaseNow);
                update(); // without a refused lease, those of probes may have room again
            });
        }
    }

    private void releaseNow(final Lease lease) {
        held.remove(lease);
        refused.remove(lease);
        leases.release(lease).whenComplete((done, failure) -> logFailure(lease, "release", failure));
    }

    private static void logFailure(final Lease lease, final String action, final Throwable failure) {
        if (failure != null) {
            LOG.info("WTP {} did not {} the lease for {}: {}", lease.wtp(), action, lease.bssid(),
                failure.getMessage());
        }
    }
}
