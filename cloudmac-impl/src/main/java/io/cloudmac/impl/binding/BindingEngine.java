// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.binding;

import io.cloudmac.impl.binding.Assignment.ServingWtps;
import io.cloudmac.impl.config.ConfigurationSource;
import io.cloudmac.impl.core.EventLoop;
import io.cloudmac.impl.core.VersionedMap;
import io.cloudmac.impl.learned.Client;
import io.cloudmac.impl.learned.Learned;
import io.cloudmac.impl.learned.LearnedStore;
import io.cloudmac.impl.learned.StationKey;
import io.cloudmac.impl.topology.TopologyService;
import io.cloudmac.impl.wire.Mac;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import org.opendaylight.yangtools.concepts.Registration;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;

/**
 * Computes the assignment whenever the configuration, the learned state, the network, the admission of a WTP, a refusal
 * of a lease or an override changes. A change that concerns stations alone computes the services of these stations, and
 * of no others. A change of virtual stations computes the virtual stations only.
 */
@Component(service = { AssignmentSource.class, HandoverOverrides.class, ProbeEntries.class })
public final class BindingEngine implements AssignmentSource, HandoverOverrides, ProbeEntries {
    private final List<Runnable> listeners = new CopyOnWriteArrayList<>();
    private final ActiveOverrides overrides = new ActiveOverrides();
    private final List<Registration> registrations;
    private final ConfigurationSource configuration;
    private final LearnedStore learned;
    private final TopologyService topology;
    private final AdmittedWtps admission;
    private final VirtualStationSource virtualStations;
    private final AntennaRefusals refusals;
    private final EventLoop loop;
    private Map<StationKey, Mac> probes = Map.of();
    /** The operator's bindings that are in effect: those of waiting WTPs are left out. */
    private Map<StationKey, Mac> inEffect;
    /** What the present services of stations were computed from. */
    private DesiredBindings desired;
    private Learned known;
    private long servicesComputed;
    private volatile Assignment assignment;

    /**
     * Computes the first assignment from the learned state. No WTP has a session yet, so the operator's bindings to
     * WTPs that were admitted before the restart apply at once.
     */
    @Activate
    public BindingEngine(@Reference final EventLoop loop, @Reference final ConfigurationSource configuration,
            @Reference final LearnedStore learned, @Reference final TopologyService topology,
            @Reference final AdmittedWtps admission, @Reference final VirtualStationSource virtualStations,
            @Reference final AntennaRefusals refusals) {
        this.loop = loop;
        this.configuration = configuration;
        this.learned = learned;
        this.topology = topology;
        this.admission = admission;
        this.virtualStations = virtualStations;
        this.refusals = refusals;
        assignment = Assignment.NOTHING;
        inEffect = new HashMap<>(configuration.get(DesiredBindings.PART).stations());
        inEffect.values().retainAll(learned.learned().wtps().keySet());
        assignment = compute();
        registrations = List.of(configuration.listen(this::update), learned.listen(this::updateStations),
            topology.listenToNetwork(this::update), admission.listen(this::update),
            virtualStations.listen(this::updateVirtualStations), refusals.listen(this::updateVirtualStations));
    }

    @Deactivate
    void close() {
        registrations.forEach(Registration::close);
    }

    /** Computes everything. Parts that have not changed are the same objects as before. */
    private Assignment compute() {
        known = learned.learned();
        final Set<Mac> ready = new HashSet<>(known.wtps().keySet());
        ready.removeIf(wtp -> !admission.isAdmitted(wtp));
        desired = configuration.get(DesiredBindings.PART).withoutWaiting(ready, inEffect);
        inEffect = desired.stations();
        overrides.follow(this::storedWtp);
        overrides.takeChanged();
        final Assignment now = Binder.assign(desired, known, topology.network(), overrides.services(), probes)
            .sharing(assignment);
        servicesComputed += now.stations().size();
        return withVirtualStations(now);
    }

    /** Returns an assignment of WTPs, VAPs and stations with the present virtual stations. */
    private Assignment withVirtualStations(final Assignment now) {
        final Set<Mac> antennas = virtualStations.antennas().stream().filter(now.wtps()::containsKey)
            .collect(Collectors.toSet());
        final Map<Mac, Integer> rooms = new HashMap<>();
        antennas.stream().filter(wtp -> admission.isAdmitted(wtp) && !now.draining().contains(wtp))
            .forEach(wtp -> rooms.put(wtp, virtualStations.leases(wtp)));
        return now.withAntennas(antennas).withVirtualStations(VirtualStationBinder.assign(
            virtualStations.virtualStations(),
            new Antennas(antennas, rooms, refusals::isRefused, this::isOnChannel),
            configuration.get(DesiredBindings.PART).virtualStations(), virtualStationWtps(), overrides.services()));
    }

    private boolean isOnChannel(final Mac station, final Mac wtp) {
        final int channel = virtualStations.channel(station);
        return channel == 0 || virtualStations.channels(wtp).contains(channel);
    }

    /** Returns the WTP of each virtual station until now, also before a restart. */
    private Map<Mac, Mac> virtualStationWtps() {
        final Map<Mac, Mac> wtps = new HashMap<>();
        known.virtualStations().forEach((station, served) -> wtps.put(station, served.wtp()));
        assignment.virtualStations().forEach((station, served) ->
            served.service().ifPresent(service -> wtps.put(station, service.downlink())));
        return wtps;
    }

    private Mac storedWtp(final Client client) {
        return desired.stations().getOrDefault(client, known.stations().get(client));
    }

    private void update() {
        set(compute());
    }

    private void updateVirtualStations() {
        set(withVirtualStations(assignment));
    }

    /** Computes what depends on the stored bindings and overrides that have changed, if nothing else has. */
    private void updateStations() {
        final Learned now = learned.learned();
        final Set<Client> changed = new HashSet<>(VersionedMap.differing(known.stations(), now.stations()));
        final boolean onlyStations = now.wtps() == known.wtps() && now.vaps() == known.vaps();
        final boolean otherVirtual = now.virtualStations() != known.virtualStations();
        known = now;
        overrides.follow(this::storedWtp);
        changed.addAll(overrides.takeChanged());
        if (!onlyStations) {
            update();
            return;
        }
        final List<StationKey> stations =
            changed.stream().filter(StationKey.class::isInstance).map(StationKey.class::cast).toList();
        final Assignment next = withStations(stations);
        set(otherVirtual || stations.size() < changed.size() ? withVirtualStations(next) : next);
    }

    private Assignment withStations(final Collection<StationKey> changed) {
        final Assignment before = assignment;
        final Map<StationKey, Optional<ServingWtps>> services = new HashMap<>();
        changed.forEach(key ->
            services.put(key, Binder.service(key, desired, known, overrides.services(), before.vaps())));
        servicesComputed += services.size();
        final var stations = VersionedMap.copyOf(before.stations()).with(services);
        return before.withStations(stations, Binder.answered(probes, stations, before.vaps()));
    }

    private void set(final Assignment now) {
        if (!now.equals(assignment)) {
            assignment = now;
            listeners.forEach(Runnable::run);
        }
    }

    /** Returns how many services of stations were computed since the start. */
    long servicesComputed() {
        return servicesComputed;
    }

    @Override
    public Assignment assignment() {
        return assignment;
    }

    @Override
    public Registration listen(final Runnable changed) {
        listeners.add(changed);
        loop.execute(changed);
        return () -> listeners.remove(changed);
    }

    @Override
    public void override(final Client client, final ServingWtps service) {
        overrides.put(client, service);
        updateStations();
    }

    @Override
    public void clear(final Client client) {
        if (overrides.remove(client)) {
            updateStations();
        }
    }

    @Override
    public void clearWhenStored(final Client client, final Mac wtp) {
        final long end = overrides.endWhenStored(client, wtp);
        loop.schedule(SETTLE, () -> {
            overrides.settle(client, end);
            updateStations();
        });
        loop.schedule(STORED_LIMIT, () -> {
            if (overrides.removeIfEnding(client, end)) {
                updateStations();
            }
        });
        updateStations();
    }

    @Override
    public void setProbes(final Map<StationKey, Mac> now) {
        probes = Map.copyOf(now);
        updateStations();
    }
}
