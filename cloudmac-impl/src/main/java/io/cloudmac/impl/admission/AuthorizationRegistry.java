// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.admission;

import io.cloudmac.impl.discovery.VapHostDirectory;
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
 */
@Component(service = { Authorizations.class, AuthorizationRecorder.class })
public final class AuthorizationRegistry implements Authorizations, AuthorizationRecorder {
    /** Reports kept of a host: as many as the greatest number of automatic bindings. */
    static final int MAX_STATIONS = 10_000;
    /** Stations that a list of a VAP has at most. A list of so many may lack others. */
    static final int LISTED_STATIONS = 1_000;

    private final Map<String, Host> hosts = new HashMap<>();
    private final VapHostDirectory vapHosts;
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
        private OptionalLong session = OptionalLong.empty();
        private Instant sessionEnd = Instant.MIN;

        private int heldCount;

        private void hold(final StationKey station) {
            if (heldCount < MAX_STATIONS
                    && held.computeIfAbsent(station.bssid(), bssid -> new HashSet<>()).add(station.station())) {
                heldCount++;
            }
        }

        private void release(final StationKey station) {
            held.computeIfPresent(station.bssid(), (bssid, stations) -> {
                heldCount -= stations.remove(station.station()) ? 1 : 0;
                return stations.isEmpty() ? null : stations;
            });
        }

        private void releaseAll(final Mac bssid) {
            heldCount -= held.getOrDefault(bssid, Set.of()).size();
            held.remove(bssid);
        }
    }

    @Activate
    public AuthorizationRegistry(@Reference final VapHostDirectory vapHosts) {
        this.vapHosts = vapHosts;
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
    public synchronized void authorized(final String host, final StationKey station) {
        final Host known = hosts.computeIfAbsent(host, name -> new Host());
        known.authorized.remove(station);
        known.authorized.put(station, true);
        known.hold(station);
    }

    @Override
    public synchronized void holds(final String host, final Mac bssid, final Set<Mac> stations) {
        final Host known = hosts.computeIfAbsent(host, name -> new Host());
        if (stations.size() < LISTED_STATIONS) {
            known.releaseAll(bssid);
        }
        stations.forEach(station -> known.hold(new StationKey(bssid, station)));
    }

    @Override
    public synchronized void left(final String host, final StationKey station) {
        final Host known = hosts.get(host);
        if (known != null) {
            known.release(station);
        }
    }

    @Override
    public synchronized void vapEnded(final String host, final Mac bssid) {
        final Host known = hosts.get(host);
        if (known != null) {
            known.releaseAll(bssid);
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
