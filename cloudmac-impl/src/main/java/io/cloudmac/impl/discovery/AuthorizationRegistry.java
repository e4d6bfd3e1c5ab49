// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.discovery;

import io.cloudmac.impl.learned.StationKey;
import io.cloudmac.impl.wire.Mac;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/**
 * Remembers the latest authorizations of each VAP host. A host that reports stations of another host's VAPs changes
 * nothing for them.
 */
@Component(service = { Authorizations.class, AuthorizationRecorder.class })
public final class AuthorizationRegistry implements Authorizations, AuthorizationRecorder {
    /** Reports kept of a host: as many as the greatest number of automatic bindings. */
    static final int MAX_STATIONS = 10_000;

    private final Map<String, Host> hosts = new HashMap<>();
    private final HostedVaps hosted;
    private long sessions;

    private static final class Host {
        private final Map<StationKey, Boolean> authorized = new LinkedHashMap<>() {
            private static final long serialVersionUID = 1L;

            @Override
            protected boolean removeEldestEntry(final Map.Entry<StationKey, Boolean> eldest) {
                return size() > MAX_STATIONS;
            }
        };
        private OptionalLong session = OptionalLong.empty();
    }

    @Activate
    public AuthorizationRegistry(@Reference final HostedVaps hosted) {
        this.hosted = hosted;
    }

    @Override
    public synchronized void reportsBegin(final String host) {
        hosts.computeIfAbsent(host, name -> new Host()).session = OptionalLong.of(++sessions);
    }

    @Override
    public synchronized void reportsEnd(final String host) {
        hosts.computeIfPresent(host, (name, known) -> {
            known.session = OptionalLong.empty();
            return known;
        });
    }

    @Override
    public synchronized void hostRemoved(final String host) {
        hosts.remove(host);
    }

    @Override
    public synchronized void authorized(final String host, final StationKey station) {
        final Map<StationKey, Boolean> known = hosts.computeIfAbsent(host, name -> new Host()).authorized;
        known.remove(station);
        known.put(station, true);
    }

    @Override
    public OptionalLong reportingSession(final Mac bssid) {
        final String name = hosted.host(bssid).orElse("");
        synchronized (this) {
            final Host host = hosts.get(name);
            return host == null ? OptionalLong.empty() : host.session;
        }
    }

    @Override
    public boolean wasAuthorized(final StationKey station) {
        final String name = hosted.host(station.bssid()).orElse("");
        synchronized (this) {
            final Host host = hosts.get(name);
            return host != null && host.authorized.containsKey(station);
        }
    }
}
