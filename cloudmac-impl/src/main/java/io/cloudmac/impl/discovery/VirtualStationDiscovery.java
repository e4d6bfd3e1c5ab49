// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.discovery;

import io.cloudmac.impl.binding.DesiredBindings;
import io.cloudmac.impl.binding.VirtualStationPolicy;
import io.cloudmac.impl.config.Bssids;
import io.cloudmac.impl.config.ConfigurationSource;
import io.cloudmac.impl.core.Counters;
import io.cloudmac.impl.core.EventLoop;
import io.cloudmac.impl.learned.Learned;
import io.cloudmac.impl.learned.Learned.KnownVirtualStation;
import io.cloudmac.impl.learned.LearnedStore;
import io.cloudmac.impl.openflow.Activity;
import io.cloudmac.impl.topology.PortId;
import io.cloudmac.impl.topology.TopologyService;
import io.cloudmac.impl.wire.Mac;
import io.cloudmac.impl.wire.StationHello;
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
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.opendaylight.yangtools.concepts.Registration;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Discovers virtual stations by their hellos, and stores the switch port of each. It forgets one that has sent nothing
 * for {@link #SILENCE}. The first one with an address or an id keeps it.
 */
@Component(service = { VirtualStations.class, VirtualStationDiscovery.class })
public final class VirtualStationDiscovery implements VirtualStations {
    /** A virtual station without a frame for this time is gone. Its hellos come each second. */
    static final Duration SILENCE = Duration.ofSeconds(10);
    static final int MAX_STATIONS = 1024;

    private static final Logger LOG = LoggerFactory.getLogger(VirtualStationDiscovery.class);
    private static final Duration CHECK_PERIOD = Duration.ofSeconds(1);
    /** How long a refused virtual station is shown. */
    private static final Duration KEPT = Duration.ofMinutes(1);
    private static final int MAX_REFUSED = 256;

    private record Source(Mac station, PortId port) {
    }

    private record Refusal(RefusedStation station, long until) {
    }

    private final Map<Mac, LastHello> hellos = new ConcurrentHashMap<>();
    private final Map<Source, Refusal> refused = new ConcurrentHashMap<>();
    /** The virtual stations that are being stored. */
    private final Map<Mac, KnownVirtualStation> storing = new HashMap<>();
    private final List<Runnable> listeners = new CopyOnWriteArrayList<>();
    private final Instant started = Instant.now();
    private final EventLoop loop;
    private final Counters counters;
    private final LearnedStore learned;
    private final ConfigurationSource configuration;
    private final TopologyService topology;
    private final Activity activity;
    private final List<Registration> registrations;

    /** Starts with the virtual stations of the learned state. */
    @Activate
    public VirtualStationDiscovery(@Reference final EventLoop loop, @Reference final Counters counters,
            @Reference final LearnedStore learned, @Reference final ConfigurationSource configuration,
            @Reference final TopologyService topology, @Reference final Activity activity) {
        this.loop = loop;
        this.counters = counters;
        this.learned = learned;
        this.configuration = configuration;
        this.topology = topology;
        this.activity = activity;
        registrations = List.of(configuration.listen(this::removeConflicting),
            loop.every(CHECK_PERIOD, this::removeSilent));
    }

    @Deactivate
    void close() {
        registrations.forEach(Registration::close);
    }

    @Override
    public Map<Mac, LastHello> hellos() {
        return Map.copyOf(hellos);
    }

    @Override
    public Collection<RefusedStation> refused() {
        return refused.values().stream().map(Refusal::station).toList();
    }

    @Override
    public Registration listen(final Runnable changed) {
        listeners.add(changed);
        return () -> listeners.remove(changed);
    }

    /** Handles a hello that no flow rule forwards. Call it on the event loop. */
    void onHello(final PortId port, final StationHello hello) {
        if (topology.network().isInterSwitch(port)) {
            counters.countRefused("hello-in-transit");
            return;
        }
        final Mac address = hello.station();
        final Map<Mac, KnownVirtualStation> known = known();
        final KnownVirtualStation before = known.get(address);
        final Optional<String> reason = whyRefused(port, address, known);
        if (reason.isPresent()) {
            refuse(new RefusedStation(hello, port, reason.orElseThrow()));
            return;
        }
        refused.remove(new Source(address, port));
        record(hello);
        if (before != null && before.port().equals(port)) {
            return;
        }
        LOG.info("Virtual station {} is at {}", address, port);
        final KnownVirtualStation now =
            new KnownVirtualStation(port, before == null ? Optional.empty() : before.wtp());
        storing.put(address, now);
        learned.putVirtualStation(address, now)
            .whenCompleteAsync((done, failure) -> storing.remove(address, now), loop);
    }

    /** Handles the copy of a hello that a flow rule forwards. Call it on the event loop. */
    void onHelloCopy(final PortId port, final StationHello hello) {
        final KnownVirtualStation known = known().get(hello.station());
        if (known == null || !known.port().equals(port)) {
            counters.countRefused("hello-elsewhere");
            return;
        }
        record(hello);
    }

    private void record(final StationHello hello) {
        final LastHello before = hellos.put(hello.station(), new LastHello(hello, Instant.now()));
        if (before == null || !before.hello().equals(hello)) {
            listeners.forEach(Runnable::run);
        }
    }

    private Map<Mac, KnownVirtualStation> known() {
        final Map<Mac, KnownVirtualStation> known = new HashMap<>(learned.learned().virtualStations());
        known.putAll(storing);
        return known;
    }

    /** Returns why a virtual station is refused at a port; empty if it is accepted. */
    private Optional<String> whyRefused(final PortId port, final Mac address,
            final Map<Mac, KnownVirtualStation> known) {
        final KnownVirtualStation before = known.get(address);
        // The stored port may be one between switches, from the time before the link was known.
        if (before != null && !before.port().equals(port) && !topology.network().isInterSwitch(before.port())) {
            return Optional.of("its address is in use at " + before.port());
        }
        final Learned other = learned.learned();
        final Set<Mac> addresses = new HashSet<>(known.keySet());
        addresses.addAll(Bssids.virtualStationsOf(configuration.configuration()));
        addresses.remove(address);
        final Set<Mac> bssids = new HashSet<>(other.vaps().keySet());
        bssids.addAll(Bssids.configuredBy(configuration.configuration()));
        final Optional<String> holder = Stream.concat(
                holder(address, bssids).map(bssid -> bssid.equals(address) ? "a VAP has its address"
                    : "its id is in use by VAP " + bssid).stream(),
                holder(address, addresses).map(station -> "its id is in use by virtual station " + station).stream())
            .findFirst();
        if (holder.isPresent()) {
            return holder;
        }
        if (before == null && known.size() >= MAX_STATIONS) {
            return Optional.of("there are " + MAX_STATIONS + " virtual stations");
        }
        return VirtualStationPolicy.whyUnserved(DesiredBindings.of(configuration.configuration()), address, port)
            .map(VirtualStationPolicy.Refusal::text);
    }

    private static Optional<Mac> holder(final Mac address, final Set<Mac> others) {
        return others.stream().filter(other -> other.lastTwoOctets() == address.lastTwoOctets())
            .min(Comparator.naturalOrder());
    }

    private void refuse(final RefusedStation station) {
        counters.countRefused("virtual-station-refused");
        final Source source = new Source(station.hello().station(), station.port());
        final Refusal before = refused.get(source);
        if (before == null && refused.size() >= MAX_REFUSED) {
            return;
        }
        refused.put(source, new Refusal(station, loop.nanoTime() + KEPT.toNanos()));
        if (before == null || !before.station().reason().equals(station.reason())) {
            LOG.warn("Virtual station {} at {} is refused: {}", source.station(), source.port(), station.reason());
            listeners.forEach(Runnable::run);
        }
    }

    /** Forgets the virtual stations that send nothing, and refusals whose time has passed. */
    private void removeSilent() {
        final long now = loop.nanoTime();
        refused.values().removeIf(refusal -> refusal.until() - now <= 0);
        final Set<Mac> silent = new HashSet<>();
        learned.learned().virtualStations().keySet().stream().filter(this::isSilent).forEach(silent::add);
        silent.forEach(address -> LOG.info("Virtual station {} is gone: it has sent nothing for {} s", address,
            SILENCE.toSeconds()));
        remove(silent);
        hellos.keySet().retainAll(known().keySet());
    }

    /**
     * Returns true if the counters of a virtual station's switch show that it sends nothing. A switch that does not
     * answer shows nothing: the virtual station stays.
     */
    private boolean isSilent(final Mac address) {
        final LastHello hello = hellos.get(address);
        final Instant heard = hello == null ? started : hello.seen();
        final Instant moved = activity.virtualStationLastSeen(address).orElse(Instant.EPOCH);
        final Instant last = moved.isAfter(heard) ? moved : heard;
        return activity.virtualStationKnownUntil(address)
            .filter(until -> last.plus(SILENCE).isBefore(until)).isPresent();
    }

    /** Removes virtual stations with the id of a configured VAP, or of one that the operator has bound. */
    private void removeConflicting() {
        final Set<Mac> configured = new HashSet<>(Bssids.configuredBy(configuration.configuration()));
        final Set<Mac> bound = Bssids.virtualStationsOf(configuration.configuration());
        configured.addAll(bound);
        final Set<Mac> conflicting = new HashSet<>();
        known().keySet().stream().filter(address -> !bound.contains(address))
            .forEach(address -> holder(address, configured).ifPresent(holder -> {
                LOG.warn("Virtual station {} is removed: the configuration names {}, which has the same id", address,
                    holder);
                conflicting.add(address);
            }));
        remove(conflicting);
    }

    private void remove(final Set<Mac> addresses) {
        if (!addresses.isEmpty()) {
            storing.keySet().removeAll(addresses);
            hellos.keySet().removeAll(addresses);
            learned.removeVirtualStations(addresses);
            listeners.forEach(Runnable::run);
        }
    }
}
