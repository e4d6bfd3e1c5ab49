// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.discovery;

import io.cloudmac.impl.binding.DesiredBindings;
import io.cloudmac.impl.binding.VapPolicy;
import io.cloudmac.impl.binding.VirtualStationSource;
import io.cloudmac.impl.config.Bssids;
import io.cloudmac.impl.config.ConfigurationSource;
import io.cloudmac.impl.core.Counters;
import io.cloudmac.impl.core.EventLoop;
import io.cloudmac.impl.core.VersionedMap;
import io.cloudmac.impl.learned.Learned;
import io.cloudmac.impl.learned.LearnedStore;
import io.cloudmac.impl.openflow.Activity;
import io.cloudmac.impl.topology.PortId;
import io.cloudmac.impl.topology.TopologyService;
import io.cloudmac.impl.wire.Beacon;
import io.cloudmac.impl.wire.Mac;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.opendaylight.yangtools.concepts.Registration;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds VAPs by their beacons. The switches send all beacons from ports where the VAP is not known to be, and a few
 * copies from the port where it is.
 */
@Component(service = { VapDiscovery.class, RefusedVaps.class, VapWidths.class })
public final class VapDiscovery implements RefusedVaps, VapWidths {
    private static final Logger LOG = LoggerFactory.getLogger(VapDiscovery.class);
    static final int MAX_VAPS = 4096;
    /** VAPs at a port that only beacons show. Anybody on the wire can send beacons. */
    static final int MAX_UNNAMED_OF_PORT = 256;
    /** How long a VAP counts as present after its switch disconnects. */
    private static final Duration DISCONNECT_GRACE = Duration.ofSeconds(10);
    /** How long a VAP without session and configuration keeps its SSID after its last beacon. */
    private static final Duration SSID_KEPT = Duration.ofMinutes(10);
    /** Also finds hosts that the datastore did not store. */
    private static final Duration CHECK_PERIOD = Duration.ofSeconds(5);

    private final Instant started = Instant.now();
    private final ConfigurationSource configuration;
    private final TopologyService topology;
    private final LearnedStore learned;
    private final Activity activity;
    private final VapHostDirectory vapHosts;
    private final VirtualStationSource virtualStations;
    private final Counters counters;
    private final EventLoop loop;
    private final List<Registration> registrations;
    private final RefusalMemory refused = new RefusalMemory();
    private final List<Consumer<RefusedVap>> refusalListeners = new CopyOnWriteArrayList<>();
    /** New VAPs that the datastore has not yet committed. */
    private final Map<Mac, Learned.KnownVap> storing = new HashMap<>();
    /** The width of the channel that the last beacon of each known VAP named, MHz. */
    private final Map<Mac, Integer> widths = new HashMap<>();
    /** Changes of known VAPs that only one beacon has shown. */
    private final Map<Mac, Learned.KnownVap> unconfirmedChanges = new HashMap<>();

    /** Registers for changes of the configuration and of the sessions of VAP hosts. */
    @Activate
    public VapDiscovery(@Reference final EventLoop loop, @Reference final Counters counters,
            @Reference final LearnedStore learned, @Reference final ConfigurationSource configuration,
            @Reference final TopologyService topology, @Reference final Activity activity,
            @Reference final VapHostDirectory vapHosts, @Reference final VirtualStationSource virtualStations) {
        this.loop = loop;
        this.counters = counters;
        this.learned = learned;
        this.configuration = configuration;
        this.topology = topology;
        this.activity = activity;
        this.vapHosts = vapHosts;
        this.virtualStations = virtualStations;
        registrations = List.of(configuration.listen(this::removeConflicting), vapHosts.listen(this::storeHosts),
            loop.every(CHECK_PERIOD, () -> {
                refused.expire(loop.nanoTime());
                widths.keySet().retainAll(known().vaps().keySet());
                storeHosts();
            }));
    }

    @Deactivate
    void close() {
        registrations.forEach(Registration::close);
    }

    @Override
    public Collection<RefusedVap> refusedVaps() {
        return refused.vaps();
    }

    @Override
    public int width(final Mac bssid) {
        return widths.getOrDefault(bssid, 0);
    }

    @Override
    public Registration listenToRefused(final Consumer<RefusedVap> listener) {
        refusalListeners.add(listener);
        return () -> refusalListeners.remove(listener);
    }

    /** Handles a beacon that no flow rule forwards. Call it on the event loop. */
    void onBeacon(final PortId port, final Beacon beacon) {
        if (topology.network().isInterSwitch(port)) {
            counters.countRefused("beacon-in-transit");
            return;
        }
        final Learned known = known();
        final Learned.KnownVap before = known.vaps().get(beacon.bssid());
        final Learned.KnownVap now = vap(port, beacon, before);
        if (now.equals(before)) {
            activity.beaconSeen(beacon.bssid());
            widths.put(beacon.bssid(), beacon.width());
            return;
        }
        if (before == null && known.vaps().size() >= MAX_VAPS && !makeRoom(known, beacon.bssid())) {
            counters.countRefused("too-many-vaps");
            return;
        }
        if (before == null && vapHosts.host(beacon.bssid()).isEmpty() && isFull(known, port)) {
            counters.countRefused("too-many-vaps-at-port");
            return;
        }
        final Optional<Mac> holder = holder(known, before, port, beacon.bssid());
        if (holder.isPresent()) {
            refuse(RefusedVap.inUse(beacon.bssid(), port, beacon.ssid(), holder.orElseThrow()));
            return;
        }
        if (isDenied(beacon.bssid(), now, known)) {
            return;
        }
        if (vapHosts.host(beacon.bssid()).isPresent()) {
            unproven(known, beacon.bssid()).forEach(other -> {
                LOG.warn("VAP {} is removed: a session names VAP {}, which has the same VAP id", other,
                    beacon.bssid());
                remove(other);
            });
        }
        refused.remove(beacon.bssid(), port);
        LOG.info("VAP {} \"{}\" on {} MHz is at {}", beacon.bssid(), beacon.ssid(), now.frequency(), port);
        activity.beaconSeen(beacon.bssid());
        widths.put(beacon.bssid(), beacon.width());
        storing.put(beacon.bssid(), now);
        learned.putVap(beacon.bssid(), now)
            .whenCompleteAsync((done, failure) -> storing.remove(beacon.bssid(), now), loop);
    }

    /** Returns the learned state, with the VAPs that are being stored. */
    private Learned known() {
        final Learned stored = learned.learned();
        if (storing.isEmpty()) {
            return stored;
        }
        final Map<Mac, Optional<Learned.KnownVap>> more = new HashMap<>();
        storing.forEach((bssid, vap) -> more.put(bssid, Optional.of(vap)));
        return new Learned(stored.wtps(), VersionedMap.copyOf(stored.vaps()).with(more), stored.stations(),
            stored.links(), stored.virtualStations());
    }

    private static boolean isFull(final Learned known, final PortId port) {
        return known.vaps().values().stream().filter(vap -> vap.host().isEmpty() && vap.port().equals(port))
            .limit(MAX_UNNAMED_OF_PORT).count() >= MAX_UNNAMED_OF_PORT;
    }

    private void remove(final Mac bssid) {
        storing.remove(bssid);
        learned.removeVap(bssid).whenCompleteAsync((done, failure) -> {
            if (failure != null) {
                loop.schedule(CHECK_PERIOD, this::removeConflicting);
            }
        }, loop);
    }

    /**
     * Removes a VAP in favour of one that a session names: one that only beacons show, so that forged beacons keep no
     * VAP host out, or one of a host with more VAPs than it may name. It removes no VAP that a session names now, and
     * prefers one that no longer sends. Returns false if there is none.
     */
    private boolean makeRoom(final Learned known, final Mac named) {
        if (vapHosts.host(named).isEmpty()) {
            return false;
        }
        final DesiredBindings desired = configuration.get(DesiredBindings.PART);
        final Set<Mac> configured = configuration.get(Bssids.NAMED);
        final Map<String, Integer> numbers = new HashMap<>();
        known.vaps().values().forEach(vap -> numbers.merge(vap.host(), 1, Integer::sum));
        final Optional<Mac> victim = known.vaps().entrySet().stream()
            .filter(other -> !configured.contains(other.getKey()) && vapHosts.host(other.getKey()).isEmpty()
                && (!VapPolicy.isProven(desired, other.getValue())
                    || numbers.get(other.getValue().host()) > VapHostDirectory.MAX_VAPS_OF_HOST))
            .map(Map.Entry::getKey)
            .min(Comparator.comparing(activity::isVapActive).thenComparing(Comparator.naturalOrder()));
        victim.ifPresent(other -> {
            LOG.warn("VAP {} is removed: there are {} VAPs, and a session names VAP {}", other, MAX_VAPS, named);
            remove(other);
        });
        return victim.isPresent();
    }

    /**
     * Handles the copy of a beacon that a flow rule forwards. Call it on the event loop.
     *
     * <p>The copy shows the SSID and the channel of a VAP. It does not show where the VAP is, or that it is active:
     * the flow rules and their counters show that. A single copy may be older than a change that the controller
     * already knows; two equal ones are believed.
     */
    void onBeaconCopy(final PortId port, final Beacon beacon) {
        final Learned known = known();
        final Learned.KnownVap before = known.vaps().get(beacon.bssid());
        if (before == null || !before.port().equals(port) || topology.network().isInterSwitch(port)) {
            counters.countRefused("beacon-elsewhere");
            return;
        }
        widths.put(beacon.bssid(), beacon.width());
        final Learned.KnownVap now = vap(port, beacon, before);
        unconfirmedChanges.keySet().retainAll(learned.learned().vaps().keySet());
        if (now.equals(before)) {
            unconfirmedChanges.remove(beacon.bssid());
        } else if (now.equals(unconfirmedChanges.put(beacon.bssid(), now))) {
            unconfirmedChanges.remove(beacon.bssid());
            if (!isDenied(beacon.bssid(), now, known)) {
                LOG.info("VAP {} is now \"{}\" on {} MHz", beacon.bssid(), beacon.ssid(), now.frequency());
                learned.putVap(beacon.bssid(), now);
            }
        }
    }

    /**
     * Returns a VAP as a beacon shows it. It keeps its host while it stays at its port. The channel is the one that the
     * session of its host reports, else the beacon's. A channel that both leave open stays, too.
     */
    private Learned.KnownVap vap(final PortId port, final Beacon beacon, final Learned.KnownVap before) {
        final boolean stays = before != null && before.port().equals(port);
        final int reported = vapHosts.frequency(beacon.bssid());
        final int frequency = reported != 0 ? reported
            : beacon.frequency() != 0 ? beacon.frequency() : stays ? before.frequency() : 0;
        return new Learned.KnownVap(port, beacon.ssid(), frequency, beacon.intervalTu(),
            vapHosts.host(beacon.bssid()).orElse(stays ? before.host() : ""));
    }

    /**
     * Refuses a VAP that the settings do not permit. A known VAP at its port is denied only for its new SSID; it is
     * removed, because it sends the SSID already.
     */
    private boolean isDenied(final Mac bssid, final Learned.KnownVap now, final Learned known) {
        if (vapHosts.host(bssid).isPresent()) {
            return false;
        }
        final DesiredBindings desired = configuration.get(DesiredBindings.PART);
        final Map<Mac, Learned.KnownVap> holders = ssidHolders(desired, bssid, known);
        final Optional<RefusalReason> denial =
            VapPolicy.whyRefused(desired, bssid, now, holders).map(VapDiscovery::reason);
        if (denial.isPresent()) {
            final Learned.KnownVap before = known.vaps().get(bssid);
            if (before != null && before.port().equals(now.port())) {
                remove(bssid);
            }
            refuse(new RefusedVap(bssid, now.port(), now.ssid(), denial.orElseThrow(),
                denial.orElseThrow() == RefusalReason.SSID_IN_USE
                    ? VapPolicy.ssidHolder(desired, bssid, now.ssid(), holders) : Optional.empty()));
        }
        return denial.isPresent();
    }

    /**
     * Returns the known VAPs that keep their SSID from others: all but those that only beacons showed, longer than
     * {@link #SSID_KEPT} ago. Contains the VAP itself if it is known.
     */
    private Map<Mac, Learned.KnownVap> ssidHolders(final DesiredBindings desired, final Mac bssid,
            final Learned known) {
        final Instant limit = Instant.now().minus(SSID_KEPT);
        final Map<Mac, Learned.KnownVap> holders = new HashMap<>(known.vaps());
        holders.entrySet().removeIf(other -> !other.getKey().equals(bssid)
            && !VapPolicy.isProven(desired, other.getValue()) && !VapPolicy.isConfigured(desired, other.getKey())
            && activity.vapLastSeen(other.getKey()).orElse(started).isBefore(limit));
        return holders;
    }

    private static RefusalReason reason(final VapPolicy.Denial denial) {
        return switch (denial) {
            case PORT -> RefusalReason.PORT_NOT_ALLOWED;
            case SSID -> RefusalReason.SSID_IN_USE;
            default -> RefusalReason.NO_SESSION;
        };
    }

    private void refuse(final RefusedVap vap) {
        counters.countRefused(switch (vap.reason()) {
            case BSSID_IN_USE -> "beacon-elsewhere";
            case VAP_ID_IN_USE -> "vap-id-taken";
            case NO_SESSION -> "vap-without-session";
            case PORT_NOT_ALLOWED -> "vap-port-not-allowed";
            case SSID_IN_USE -> "ssid-taken";
        });
        if (refused.add(vap, loop.nanoTime())) {
            LOG.warn("VAP {} \"{}\" at {} is refused: {}", vap.bssid(), vap.ssid(), vap.port(), vap.reasonText());
            refusalListeners.forEach(listener -> listener.accept(vap));
        }
    }

    /** Returns the VAP that uses the BSSID at another port, or the VAP or virtual station that has the id. */
    private Optional<Mac> holder(final Learned known, final Learned.KnownVap before, final PortId port,
            final Mac bssid) {
        // The stored port may be one between switches, from the time before the link was known.
        if (before != null && !before.port().equals(port) && !topology.network().isInterSwitch(before.port())
                && mayStillBeAt(bssid, before.port())) {
            return Optional.of(bssid);
        }
        final Set<Mac> others = new HashSet<>(known.vaps().keySet());
        if (vapHosts.host(bssid).isPresent()) {
            others.removeAll(unproven(known, bssid));
        }
        others.addAll(configuration.get(Bssids.NAMED));
        others.remove(bssid);
        if (vapHosts.host(bssid).isEmpty()) {
            others.addAll(virtualStations.virtualStations().keySet());
        }
        return others.stream().filter(other -> other.lastTwoOctets() == bssid.lastTwoOctets()).min(
            Comparator.naturalOrder());
    }

    /** Returns the known VAPs with the VAP id of another VAP that only beacons show. */
    private Set<Mac> unproven(final Learned known, final Mac bssid) {
        final DesiredBindings desired = configuration.get(DesiredBindings.PART);
        final Set<Mac> others = new HashSet<>();
        known.vaps().forEach((other, vap) -> {
            if (!other.equals(bssid) && other.lastTwoOctets() == bssid.lastTwoOctets()
                    && !VapPolicy.isProven(desired, vap) && vapHosts.host(other).isEmpty()) {
                others.add(other);
            }
        });
        return others;
    }

    /** Stores the hosts and channels of the known VAPs that sessions name. */
    private void storeHosts() {
        learned.learned().vaps().forEach((bssid, vap) -> {
            final int reported = vapHosts.frequency(bssid);
            if (reported != 0 && reported != vap.frequency()) {
                LOG.info("The host of VAP {} says that it is on {} MHz", bssid, reported);
                learned.putFrequency(bssid, reported);
            }
        });
        learned.learned().vaps().forEach((bssid, vap) -> vapHosts.host(bssid)
            .filter(host -> !host.equals(vap.host()))
            .ifPresent(host -> {
                LOG.info("VAP {} at {} belongs to VAP host {}", bssid, vap.port(), host);
                learned.putHost(bssid, host);
            }));
    }

    /** Returns true if the VAP may still be at its port. A disconnected switch does not report that a VAP has left. */
    private boolean mayStillBeAt(final Mac bssid, final PortId port) {
        return activity.isVapActive(bssid) && (topology.network().connected().contains(port.node())
            || activity.vapLastSeen(bssid)
                .map(seen -> seen.plus(DISCONNECT_GRACE).isAfter(Instant.now())).orElse(true));
    }

    /** Removes VAPs that were found and have the VAP id of a configured VAP: the configuration has precedence. */
    private void removeConflicting() {
        for (final Mac configured : configuration.get(Bssids.CONFIGURED)) {
            known().vaps().keySet().stream()
                .filter(bssid -> !bssid.equals(configured)
                    && bssid.lastTwoOctets() == configured.lastTwoOctets())
                .forEach(bssid -> {
                    LOG.warn("VAP {} is removed: the configured VAP {} has the same VAP id", bssid, configured);
                    remove(bssid);
                });
        }
    }
}
