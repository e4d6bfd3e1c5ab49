// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.binding;

import io.cloudmac.impl.binding.Assignment.Service;
import io.cloudmac.impl.config.ConfigurationSource;
import io.cloudmac.impl.core.EventLoop;
import io.cloudmac.impl.core.VersionedMap;
import io.cloudmac.impl.learned.Learned;
import io.cloudmac.impl.learned.LearnedStore;
import io.cloudmac.impl.learned.StationKey;
import io.cloudmac.impl.topology.TopologyService;
import io.cloudmac.impl.wire.Mac;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.opendaylight.yangtools.concepts.Registration;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;

/**
 * Computes the assignment whenever the configuration, the learned state, the network, the admission of a WTP, a refusal
 * of a lease or an overlay changes. A change that concerns stations alone computes the services of these stations, and
 * of no others.
 */
@Component(service = { AssignmentSource.class, Overlays.class, ProbeEntries.class })
public final class BindingEngine implements AssignmentSource, Overlays, ProbeEntries {
    private final List<Runnable> listeners = new CopyOnWriteArrayList<>();
    private final ServiceOverlays overlays = new ServiceOverlays();
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
            virtualStations.listen(this::update), refusals.listen(this::update));
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
        overlays.follow(this::storedWtp);
        overlays.takeChanged();
        final Assignment now = Binder.assign(desired, known, topology.network(), overlays.services(), probes)
            .sharing(assignment);
        servicesComputed += now.stations().size();
        final Set<Mac> antennas = new HashSet<>(now.wtps().keySet());
        antennas.retainAll(virtualStations.antennas());
        final Map<Mac, Integer> rooms = new HashMap<>();
        antennas.stream().filter(wtp -> admission.isAdmitted(wtp) && !now.draining().contains(wtp))
            .forEach(wtp -> rooms.put(wtp, virtualStations.leases(wtp)));
        return now.withAntennas(antennas).withVirtualStations(VirtualStationBinder.assign(
            virtualStations.virtualStations(),
            new Antennas(antennas, rooms, refusals::isRefused, this::isOnChannel), desired.virtualStations(),
            virtualStationWtps(), overlays.services()));
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

    private Mac storedWtp(final StationKey key) {
        return desired.stations().getOrDefault(key, known.stations().get(key));
    }

    private void update() {
        set(compute());
    }

    /** Computes the services of the stations whose stored bindings or overlays have changed, if nothing else has. */
    private void updateStations() {
        final Learned now = learned.learned();
        final Set<StationKey> changed = new HashSet<>(VersionedMap.differing(known.stations(), now.stations()));
        final boolean onlyStations = now.wtps() == known.wtps() && now.vaps() == known.vaps()
            && now.virtualStations() == known.virtualStations();
        known = now;
        overlays.follow(this::storedWtp);
        changed.addAll(overlays.takeChanged());
        if (!onlyStations || changed.stream().anyMatch(StationKey::isVirtual)) {
            update();
            return;
        }
        final Assignment before = assignment;
        final Map<StationKey, Optional<Service>> services = new HashMap<>();
        changed.forEach(key ->
            services.put(key, Binder.service(key, desired, known, overlays.services(), before.vaps())));
        servicesComputed += services.size();
        final var stations = VersionedMap.copyOf(before.stations()).with(services);
        set(before.withStations(stations, Binder.answered(probes, stations, before.vaps())));
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
    public void overlay(final StationKey station, final Service service) {
        overlays.put(station, service);
        updateStations();
    }

    @Override
    public void clear(final StationKey station) {
        if (overlays.remove(station)) {
            updateStations();
        }
    }

    @Override
    public void clearWhenStored(final StationKey station, final Mac wtp) {
        overlays.endWhenStored(station, wtp);
        loop.schedule(STORED_LIMIT, () -> {
            if (overlays.removeIfEnding(station, wtp)) {
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
