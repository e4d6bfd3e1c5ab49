// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.admission;

import io.cloudmac.impl.discovery.VapHostDirectory;
import io.cloudmac.impl.events.EventJournal;
import io.cloudmac.impl.events.EventKind;
import io.cloudmac.impl.events.NetworkEvent;
import io.cloudmac.impl.learned.StationKey;
import io.cloudmac.impl.wire.Mac;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/**
 * Remembers the latest authorizations of each VAP host, and the stations that it holds. A host that reports stations of
 * another host's VAPs changes nothing for them.
 *
 * <p>It adds the events of stations that associate and leave. The first list of a VAP's stations in a run is no event:
 * they are there. The end of a VAP ends all of its associations without an event for each.
 */
@Component(service = { Authorizations.class, AuthorizationRecorder.class })
public final class AuthorizationRegistry implements Authorizations, AuthorizationRecorder {
    /** Reports kept of a host: as many as the greatest number of automatic bindings. */
    static final int MAX_STATIONS = 10_000;
    /** Stations that a list of a VAP has at most. A list of so many may lack others. */
    static final int LISTED_STATIONS = 1_000;

    private final Map<String, Host> hosts = new HashMap<>();
    private final VapHostDirectory vapHosts;
    private final EventJournal events;
    private long sessions;

    private static final class Host {
        private final Map<StationKey, Boolean> authorized = new LinkedHashMap<>() {
            private static final long serialVersionUID = 1L;

            @Override
            protected boolean removeEldestEntry(final Map.Entry<StationKey, Boolean> eldest) {
                return size() > MAX_STATIONS;
            }
        };
        private final Map<Mac, Set<Mac>> held = new HashMap<>();
        /** The VAPs that had a list of their stations. */
        private final Set<Mac> listed = new HashSet<>();
        private OptionalLong session = OptionalLong.empty();
        private Instant sessionEnd = Instant.MIN;

        private int heldCount;

        /** Returns true if the station was not held before. */
        private boolean hold(final StationKey station) {
            if (heldCount < MAX_STATIONS
                    && held.computeIfAbsent(station.bssid(), bssid -> new HashSet<>()).add(station.station())) {
                heldCount++;
                return true;
            }
            return false;
        }

        /** Returns true if the station was held before. */
        private boolean release(final StationKey station) {
            final int before = heldCount;
            held.computeIfPresent(station.bssid(), (bssid, stations) -> {
                heldCount -= stations.remove(station.station()) ? 1 : 0;
                return stations.isEmpty() ? null : stations;
            });
            return heldCount < before;
        }

        private Set<Mac> of(final Mac bssid) {
            return Set.copyOf(held.getOrDefault(bssid, Set.of()));
        }

        private void releaseAll(final Mac bssid) {
            heldCount -= held.getOrDefault(bssid, Set.of()).size();
            held.remove(bssid);
        }
    }

    /** Knows no stations yet. */
    @Activate
    public AuthorizationRegistry(@Reference final VapHostDirectory vapHosts, @Reference final EventJournal events) {
        this.vapHosts = vapHosts;
        this.events = events;
    }

    @Override
    public synchronized void reportsBegin(final String host) {
        hosts.computeIfAbsent(host, name -> new Host()).session = OptionalLong.of(++sessions);
    }

    @Override
    public synchronized void hasVaps(final String host, final Set<Mac> vaps) {
        final Host known = hosts.get(host);
        if (known != null) {
            Set.copyOf(known.held.keySet()).stream().filter(bssid -> !vaps.contains(bssid))
                .forEach(known::releaseAll);
            known.listed.retainAll(vaps);
        }
    }

    @Override
    public synchronized void reportsEnd(final String host) {
        hosts.computeIfPresent(host, (name, known) -> {
            if (known.session.isPresent()) {
                known.session = OptionalLong.empty();
                known.sessionEnd = Instant.now();
            }
            return known;
        });
    }

    @Override
    public synchronized void hostRemoved(final String host) {
        hosts.remove(host);
    }

    @Override
    public void authorized(final String host, final StationKey station) {
        final boolean isNew;
        synchronized (this) {
            final Host known = hosts.computeIfAbsent(host, name -> new Host());
            known.authorized.remove(station);
            known.authorized.put(station, true);
            isNew = known.hold(station);
        }
        if (isNew) {
            report(host, EventKind.STATION_ASSOCIATED, station);
        }
    }

    @Override
    public void holds(final String host, final Mac bssid, final Set<Mac> stations) {
        final Set<Mac> before;
        final Set<Mac> now;
        synchronized (this) {
            final Host known = hosts.computeIfAbsent(host, name -> new Host());
            before = known.of(bssid);
            if (stations.size() < LISTED_STATIONS) {
                known.releaseAll(bssid);
            }
            stations.forEach(station -> known.hold(new StationKey(bssid, station)));
            if (known.listed.add(bssid)) {
                return;
            }
            now = known.of(bssid);
        }
        now.stream().filter(station -> !before.contains(station)).sorted().forEach(station ->
            report(host, EventKind.STATION_ASSOCIATED, new StationKey(bssid, station)));
        before.stream().filter(station -> !now.contains(station)).sorted().forEach(station ->
            report(host, EventKind.STATION_LEFT, new StationKey(bssid, station)));
    }

    @Override
    public void left(final String host, final StationKey station) {
        final boolean wasHeld;
        synchronized (this) {
            final Host known = hosts.get(host);
            wasHeld = known != null && known.release(station);
        }
        if (wasHeld) {
            report(host, EventKind.STATION_LEFT, station);
        }
    }

    /** Adds an event, unless the VAP belongs to another host. */
    private void report(final String host, final EventKind kind, final StationKey station) {
        if (vapHosts.host(station.bssid()).map(host::equals).orElse(true)) {
            events.add(NetworkEvent.of(kind).ofVap(station.bssid()).ofStation(station.station()));
        }
    }

    @Override
    public synchronized void vapEnded(final String host, final Mac bssid) {
        final Host known = hosts.get(host);
        if (known != null) {
            known.releaseAll(bssid);
            known.listed.remove(bssid);
        }
    }

    @Override
    public Optional<Instant> heldUntil(final StationKey station, final Instant now) {
        final String name = vapHosts.host(station.bssid()).orElse("");
        synchronized (this) {
            final Host host = hosts.get(name);
            if (host == null || !host.held.getOrDefault(station.bssid(), Set.of()).contains(station.station())) {
                return Optional.empty();
            }
            return Optional.of(host.session.isPresent() ? now : host.sessionEnd);
        }
    }

    @Override
    public OptionalLong reportingSession(final Mac bssid) {
        final String name = vapHosts.host(bssid).orElse("");
        synchronized (this) {
            final Host host = hosts.get(name);
            return host == null ? OptionalLong.empty() : host.session;
        }
    }

    @Override
    public boolean wasAuthorized(final StationKey station) {
        final String name = vapHosts.host(station.bssid()).orElse("");
        synchronized (this) {
            final Host host = hosts.get(name);
            return host != null && host.authorized.containsKey(station);
        }
    }
}
