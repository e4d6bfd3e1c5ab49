// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.discovery;

import io.cloudmac.impl.binding.BindingSettings;
import io.cloudmac.impl.binding.VirtualStationSource;
import io.cloudmac.impl.config.Bssids;
import io.cloudmac.impl.config.ConfigurationSource;
import io.cloudmac.impl.config.KnownVirtualStations;
import io.cloudmac.impl.core.Counters;
import io.cloudmac.impl.core.EventLoop;
import io.cloudmac.impl.learned.LearnedStore;
import io.cloudmac.impl.topology.PortId;
import io.cloudmac.impl.topology.TopologyService;
import io.cloudmac.impl.wire.Announcement;
import io.cloudmac.impl.wire.Mac;
import io.cloudmac.impl.wire.RawSsid;
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
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.virtual.stations.VirtualStationKey;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.UnicastMac;
import org.opendaylight.yangtools.concepts.Registration;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds virtual stations by their hellos (wire/SPECIFICATION.md, 1.5.2), and forgets those that send none. The switches
 * send all hellos of unknown virtual stations, and at most two a second of each known one.
 */
@Component(service = { VirtualStationDiscovery.class, VirtualStationSource.class, VirtualStationStatus.class,
    KnownVirtualStations.class })
public final class VirtualStationDiscovery
        implements VirtualStationSource, VirtualStationStatus, KnownVirtualStations {
    static final int MAX_STATIONS = 1024;
    /** So one port cannot use up the table and the leases of all WTPs. */
    static final int MAX_STATIONS_OF_PORT = 256;
    /** A virtual station without a hello for this time is gone. Hellos come each second. */
    static final Duration SILENCE = Duration.ofSeconds(10);
    /** A virtual station whose switch is disconnected keeps its address from other ports this long after its hello. */
    static final Duration DISCONNECT_GRACE = Duration.ofSeconds(10);
    /** Time for the switches and the WTPs to come back after a restart of the controller. */
    static final Duration RESTART = Duration.ofMinutes(1);

    private static final Logger LOG = LoggerFactory.getLogger(VirtualStationDiscovery.class);
    /** Until a WTP is announced after a restart: its virtual stations stay, and it gets no more. */
    private static final Antenna UNKNOWN = new Antenna(0, Set.of());
    private static final Duration CHECK_PERIOD = Duration.ofSeconds(1);

    /**
     * A known virtual station.
     *
     * @param seen when its last hello arrived; empty if none has since the start
     * @param heardAtNanos when this was, or the start, ns
     * @param silentSinceNanos the same, but not before the last time its switch was disconnected, ns
     */
    private record Heard(PortId port, StationHello hello, Optional<Instant> seen, long heardAtNanos,
            long silentSinceNanos) {
        Heard withoutSilence(final long nowNanos) {
            return new Heard(port, hello, seen, heardAtNanos, nowNanos);
        }

        Seen shown() {
            return new Seen(port, hello, seen, Optional.empty());
        }
    }

    /**
     * The radios for virtual stations of a WTP.
     *
     * @param leases how many leases they can hold
     * @param channels their channels, MHz
     */
    private record Antenna(int leases, Set<Integer> channels) {
        static Antenna of(final Announcement announcement) {
            final List<Announcement.Radio> radios = announcement.radios().stream()
                .filter(radio -> (radio.flags() & Announcement.Radio.SERVES_STATIONS) != 0).toList();
            return new Antenna(radios.stream().mapToInt(Announcement.Radio::maximumLeases).sum(),
                radios.stream().map(Announcement.Radio::frequency).collect(Collectors.toUnmodifiableSet()));
        }
    }

    private final Map<Mac, Heard> known = new ConcurrentHashMap<>();
    private final RefusedStations refused = new RefusedStations();
    private final VapIds vapIds = new VapIds();
    private final Map<Mac, CompletableFuture<StationHello>> awaited = new HashMap<>();
    private final List<Consumer<Seen>> refusalListeners = new CopyOnWriteArrayList<>();
    private final List<Runnable> listeners = new CopyOnWriteArrayList<>();
    private final ConfigurationSource configuration;
    private final TopologyService topology;
    private final LearnedStore learned;
    private final Counters counters;
    private final EventLoop loop;
    private final List<Registration> registrations;
    private final Map<Mac, Antenna> antennas = new HashMap<>();
    /** The WTPs that served virtual stations before a restart, until they are announced. */
    private final Set<Mac> unannounced = new HashSet<>();

    /**
     * Registers for announcements. The virtual stations of the time before a restart stay until they are silent, and
     * their WTPs for {@link #RESTART}, so that their flow rules stay too.
     */
    @Activate
    public VirtualStationDiscovery(@Reference final EventLoop loop, @Reference final Counters counters,
            @Reference final LearnedStore learned, @Reference final ConfigurationSource configuration,
            @Reference final TopologyService topology, @Reference final WtpDirectory wtps) {
        this.loop = loop;
        this.counters = counters;
        this.learned = learned;
        this.configuration = configuration;
        this.topology = topology;
        learned.learned().virtualStations().forEach((station, before) -> {
            known.put(station, new Heard(before.port(), new StationHello(station, 0, 0, Mac.NULL, RawSsid.NONE),
                Optional.empty(), loop.nanoTime(), loop.nanoTime()));
            unannounced.add(before.wtp());
        });
        unannounced.forEach(wtp -> antennas.put(wtp, UNKNOWN));
        registrations = List.of(loop.schedule(RESTART, () -> Set.copyOf(unannounced).forEach(
                wtp -> setAntenna(wtp, UNKNOWN))), loop.every(CHECK_PERIOD, this::expire),
            learned.listen(() -> loop.execute(this::expire)), wtps.listen(new WtpDirectory.WtpListener() {
                @Override
                public void wtpChanged(final Announcement announcement) {
                    loop.execute(() -> setAntenna(announcement.wtp(), Antenna.of(announcement)));
                }

                @Override
                public void wtpLost(final Mac wtp) {
                    loop.execute(() -> setAntenna(wtp, UNKNOWN));
                }
            }));
    }

    @Deactivate
    void close() {
        registrations.forEach(Registration::close);
    }

    private void setAntenna(final Mac wtp, final Antenna now) {
        unannounced.remove(wtp);
        final Antenna before = now.leases() == 0 ? antennas.remove(wtp) : antennas.put(wtp, now);
        if (now.leases() == 0 ? before != null : !now.equals(before)) {
            listeners.forEach(Runnable::run);
        }
    }

    @Override
    public Map<Mac, PortId> virtualStations() {
        final Map<Mac, PortId> ports = new HashMap<>();
        known.forEach((station, heard) -> ports.put(station, heard.port()));
        return ports;
    }

    @Override
    public Set<Mac> knownVirtualStations() {
        return Set.copyOf(known.keySet());
    }

    @Override
    public Set<Mac> antennas() {
        return Set.copyOf(antennas.keySet());
    }

    @Override
    public int channel(final Mac station) {
        return hello(station).filter(hello -> !hello.bssid().isNull()).map(StationHello::frequency).orElse(0);
    }

    @Override
    public Set<Integer> channels(final Mac wtp) {
        return antennas.getOrDefault(wtp, UNKNOWN).channels();
    }

    @Override
    public int leases(final Mac wtp) {
        return antennas.getOrDefault(wtp, UNKNOWN).leases();
    }

    @Override
    public Registration listen(final Runnable changed) {
        listeners.add(changed);
        return () -> listeners.remove(changed);
    }

    @Override
    public Registration listenToRefused(final Consumer<Seen> listener) {
        refusalListeners.add(listener);
        return () -> refusalListeners.remove(listener);
    }

    @Override
    public Optional<StationHello> hello(final Mac station) {
        return Optional.ofNullable(known.get(station)).map(Heard::hello).filter(hello -> hello.frequency() != 0);
    }

    @Override
    public Collection<Seen> seen() {
        // One entry for an address, as the state has one: the known one, else the last refused one.
        return Stream.concat(known.values().stream().map(Heard::shown),
            refused.seen().stream().filter(seen -> !known.containsKey(seen.hello().station()))).toList();
    }

    @Override
    public Collection<Seen> refused() {
        return refused.all();
    }

    @Override
    public CompletionStage<StationHello> nextHello(final Mac station) {
        return known.containsKey(station) ? awaited.computeIfAbsent(station, key -> new CompletableFuture<>())
            : CompletableFuture.failedFuture(new IllegalStateException("virtual station " + station + " is gone"));
    }

    /** Handles a hello, also the copy of one that a flow rule forwards. Call it on the event loop. */
    void onHello(final PortId port, final StationHello hello) {
        if (topology.network().isInterSwitch(port)) {
            counters.countRefused("hello-in-transit");
            return;
        }
        final Heard before = known.get(hello.station());
        final Optional<String> problem = problem(port, hello.station(), before);
        if (problem.isPresent()) {
            refuse(port, hello, problem.orElseThrow());
            return;
        }
        refused.remove(hello.station(), port);
        if (before == null && known.size() >= MAX_STATIONS) {
            longestCutOff().ifPresent(other -> forget(Map.of(other, "its switch is disconnected, and there are "
                + MAX_STATIONS + " virtual stations")));
        }
        final long nowNanos = loop.nanoTime();
        known.put(hello.station(), new Heard(port, hello, Optional.of(Instant.now()), nowNanos, nowNanos));
        if (before == null || !before.port().equals(port)) {
            LOG.info("Virtual station {} is at {}", hello.station(), port);
            listeners.forEach(Runnable::run);
        }
        final CompletableFuture<StationHello> waiting = awaited.remove(hello.station());
        if (waiting != null) {
            waiting.complete(hello);
        }
    }

    /** Returns why a virtual station is not accepted. The first one with an id or an address keeps it. */
    private Optional<String> problem(final PortId port, final Mac station, final Heard before) {
        if (isDisabled(station)) {
            return Optional.of("the configuration disables it");
        }
        if (configuration.get(BindingSettings.PART).vapsNeedSession()) {
            return Optional.of("the settings require the session of a VAP host, and none names virtual stations");
        }
        if (before != null && before.port().equals(port)) {
            return Optional.empty();
        }
        if (before != null && !isSilent(before) && !isCutOff(before)) {
            return Optional.of("its address is in use at " + before.port());
        }
        if (before == null && known.size() >= MAX_STATIONS && longestCutOff().isEmpty()) {
            return Optional.of("there are " + MAX_STATIONS + " virtual stations");
        }
        if (known.values().stream().filter(heard -> heard.port().equals(port)).count() >= MAX_STATIONS_OF_PORT) {
            return Optional.of("there are " + MAX_STATIONS_OF_PORT + " virtual stations at its port");
        }
        return before != null ? Optional.empty() : vapWithId(station).map(vap -> "VAP " + vap + " has its id")
            .or(() -> known.keySet().stream().filter(other -> other.lastTwoOctets() == station.lastTwoOctets())
                .findAny().map(other -> "virtual station " + other + " has its id"));
    }

    private boolean isDisabled(final Mac station) {
        final var configured = configuration.configuration().nonnullVirtualStations().nonnullVirtualStation()
            .get(new VirtualStationKey(new UnicastMac(station.toString())));
        return configured != null && Boolean.FALSE.equals(configured.getEnabled());
    }

    private Optional<Mac> vapWithId(final Mac station) {
        return vapIds.find(station, learned.learned().vaps(), configuration.get(Bssids.CONFIGURED),
            configuration.get(Bssids.NAMED));
    }

    private void refuse(final PortId port, final StationHello hello, final String problem) {
        counters.countRefused("virtual-station-refused");
        final Seen now = new Seen(port, hello, Optional.of(Instant.now()), Optional.of(problem));
        if (refused.add(now, loop.nanoTime())) {
            LOG.warn("Virtual station {} at {} is refused: {}", hello.station(), port, problem);
            refusalListeners.forEach(listener -> listener.accept(now));
        }
    }

    /** Forgets virtual stations that are silent or disabled, and those whose id a VAP has. */
    private void expire() {
        // A switch that is not connected passes no hellos. The time of silence begins when it is connected again.
        final Set<String> connected = topology.network().connected();
        known.replaceAll((station, heard) -> connected.contains(heard.port().node()) ? heard
            : heard.withoutSilence(loop.nanoTime()));
        refused.expire(loop.nanoTime());
        final Map<Mac, String> gone = new HashMap<>();
        known.forEach((station, heard) -> whyGone(station, heard).ifPresent(reason -> gone.put(station, reason)));
        if (!gone.isEmpty()) {
            forget(gone);
        }
    }

    private void forget(final Map<Mac, String> gone) {
        known.keySet().removeAll(gone.keySet());
        listeners.forEach(Runnable::run);
        gone.forEach((station, reason) -> {
            LOG.info("Virtual station {} is gone: {}", station, reason);
            final CompletableFuture<StationHello> waiting = awaited.remove(station);
            if (waiting != null) {
                waiting.completeExceptionally(
                    new IllegalStateException("virtual station " + station + " is gone: " + reason));
            }
        });
    }

    private Optional<String> whyGone(final Mac station, final Heard heard) {
        return vapWithId(station).map(vap -> "VAP " + vap + " has its id")
            .or(() -> isDisabled(station) ? Optional.of("the configuration disables it")
                : isSilent(heard) ? Optional.of("no hello for " + SILENCE.toSeconds() + " s") : Optional.empty());
    }

    /** Returns true after a time without hellos. A switch that is not connected passes none. */
    private boolean isSilent(final Heard heard) {
        return loop.nanoTime() - heard.silentSinceNanos() > SILENCE.toNanos() && isConnected(heard);
    }

    /**
     * Returns true some time after the last hello if the switch is disconnected. The virtual station may then be
     * elsewhere, for example because its VM has migrated. It stays until its hellos come from another port.
     */
    private boolean isCutOff(final Heard heard) {
        final Duration grace = heard.seen().isPresent() ? DISCONNECT_GRACE : RESTART;
        return loop.nanoTime() - heard.heardAtNanos() > grace.toNanos() && !isConnected(heard);
    }

    private boolean isConnected(final Heard heard) {
        return topology.network().connected().contains(heard.port().node());
    }

    /** Returns the virtual station that is cut off for the longest time. It makes room for a new one. */
    private Optional<Mac> longestCutOff() {
        final long nowNanos = loop.nanoTime();
        return known.entrySet().stream().filter(entry -> isCutOff(entry.getValue()))
            .max(Comparator.comparingLong(entry -> nowNanos - entry.getValue().heardAtNanos())).map(Map.Entry::getKey);
    }
}
