// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.vaphost;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.cloudmac.impl.learned.StationKey;
import io.cloudmac.impl.session.DialTurns;
import io.cloudmac.impl.session.Failures;
import io.cloudmac.impl.session.Json;
import io.cloudmac.impl.session.JsonRpcHandler;
import io.cloudmac.impl.session.PeerConnection;
import io.cloudmac.impl.session.PeerIdentity;
import io.cloudmac.impl.session.PeerSessions;
import io.cloudmac.impl.session.SessionState;
import io.cloudmac.impl.session.WrongPeerException;
import io.cloudmac.impl.vaphost.VapHostClient.DaemonInfo;
import io.cloudmac.impl.wire.Mac;
import java.net.InetSocketAddress;
import java.net.ProtocolException;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The session with one VAP host, until it is closed. It opens when it has all VAPs of the host. Notifications keep them
 * up to date, and a new list at intervals corrects the numbers of stations. Call all methods in its event loop.
 */
final class VapHostSession implements PeerConnection.Peer, PeerSessions.PeerSession {
    /** The URI in the certificate of a VAP host, without the name. */
    private static final String URI_PREFIX = "urn:cloudmac:vap-host:";
    private static final Logger LOG = LoggerFactory.getLogger(VapHostSession.class);
    private static final int PROTOCOL = 1;

    private final String name;
    private final InetSocketAddress address;
    private final HostContext context;
    private final PeerConnection connection;
    private String version = "";
    /** The VAPs of the open session, or of the one that is about to open. */
    private VapList vaps = new VapList();
    /** A newer list that is not complete; null if there is none. */
    private VapList newerVaps;
    private VapHostClient client;
    /** The VAPs whose stations the session knows. */
    private final Set<Mac> listed = new HashSet<>();
    /** The VAPs whose stations it is about to request. */
    private final Set<Mac> unlisted = new LinkedHashSet<>();
    private boolean isListing;

    VapHostSession(final String name, final InetSocketAddress address, final HostContext context) {
        this.name = name;
        this.address = address;
        this.context = context;
        connection = new PeerConnection("VAP host " + name, new PeerIdentity(URI_PREFIX + name, false),
            List.of(address), context.loop(), context.connector(), DialTurns.AT_ONCE,
            context.newReconnectDelay(), this);
    }

    @Override
    public void start() {
        connection.start();
    }

    @Override
    public void close() {
        connection.close();
    }

    @Override
    public InetSocketAddress address() {
        return address;
    }

    /** Returns the client of a session that is up, else null. */
    VapHostClient client() {
        return connection.rpc() == null ? null : client;
    }

    /** Returns why {@link #client()} is null. */
    String whyDown() {
        return connection.statusText();
    }

    VapHostDetails status() {
        return new VapHostDetails(address, connection.state(), connection.statusText(), connection.since(), version,
            connection.state() == SessionState.UP ? vaps.vaps() : Map.of());
    }

    @Override
    public CompletionStage<Void> greet(final JsonRpcHandler rpc) {
        final VapHostClient daemon = new VapHostClient(rpc);
        vaps = new VapList();
        newerVaps = null;
        return daemon.info().thenCompose(this::check).thenCompose(done -> daemon.subscribe())
            .thenCompose(enabled -> enabled ? daemon.list(vaps) : CompletableFuture.failedStage(
                new ProtocolException("vaps.subscribe: the daemon did not enable the notifications")));
    }

    private CompletionStage<Void> check(final DaemonInfo info) {
        if (!info.host().equals(name)) {
            return CompletableFuture.failedStage(new WrongPeerException("the daemon says it is on VAP host "
                + info.host()));
        }
        if (info.protocol() != PROTOCOL) {
            return CompletableFuture.failedStage(new ProtocolException("the daemon speaks protocol version "
                + info.protocol() + ", the controller version " + PROTOCOL));
        }
        version = info.version();
        return CompletableFuture.completedStage(null);
    }

    @Override
    public void opened(final JsonRpcHandler rpc) {
        client = new VapHostClient(rpc);
        LOG.info("VAP host {} (cloudmac-vapd {}): session up with {} VAPs", name, version, vaps.vaps().size());
        scheduleList(client, rpc);
        listStations(vaps.vaps().keySet());
    }

    /**
     * Requests the stations of VAPs, of one after the other. Notifications keep them up to date. A VAP without an
     * answer is asked again after the next list of VAPs.
     */
    private void listStations(final Collection<Mac> some) {
        unlisted.addAll(some);
        unlisted.removeAll(listed);
        if (!isListing) {
            listNext();
        }
    }

    private void listNext() {
        final VapHostClient daemon = client;
        final Optional<Mac> next = unlisted.stream().findFirst();
        isListing = daemon != null && next.isPresent();
        if (!isListing) {
            return;
        }
        final Mac bssid = next.orElseThrow();
        unlisted.remove(bssid);
        daemon.authorizedStations(bssid).whenComplete((stations, thrown) -> {
            if (client != daemon) {
                return; // the next session asks anew
            }
            if (thrown == null) {
                listed.add(bssid);
                context.listener().stationsHeld(name, bssid, stations);
            } else if (Failures.unwrap(thrown) instanceof ProtocolException violation) {
                connection.rpc().close(violation);
                return;
            } else {
                LOG.debug("VAP host {}: the stations of {} are unknown: {}", name, bssid, thrown.getMessage());
            }
            listNext();
        });
    }

    @Override
    public void lost(final String reason) {
        client = null;
        listed.clear();
        unlisted.clear();
        isListing = false;
    }

    @Override
    public void changed() {
        if (!connection.isClosed()) {
            context.listener().hostChanged(name, status());
        }
    }

    @Override
    public void onNotification(final String method, final ObjectNode params) throws ProtocolException {
        final Map<Mac, HostVap> before = vaps.vaps();
        if (newerVaps != null) {
            newerVaps.apply(method, params);
        }
        if (!vaps.apply(method, params)) {
            LOG.debug("VAP host {} sent the unknown notification {}", name, method);
            return;
        }
        switch (method) {
            case "station.authorized" -> context.listener().stationAuthorized(name, station(params));
            case "station.disassociated" -> context.listener().stationLeft(name, station(params));
            case "vap.up" -> listStations(Set.of(HostVap.bssid(params)));
            case "vap.down" -> {
                listed.remove(HostVap.bssid(params));
                context.listener().vapEnded(name, HostVap.bssid(params));
            }
            default -> { } // others change no station
        }
        if (!vaps.vaps().equals(before)) {
            changed();
        }
    }

    private static StationKey station(final ObjectNode params) throws ProtocolException {
        return new StationKey(HostVap.bssid(params), Mac.parse(Json.mac(params, "station")));
    }

    private void scheduleList(final VapHostClient daemon, final JsonRpcHandler rpc) {
        connection.schedule(() -> {
            final VapList list = new VapList();
            newerVaps = list;
            daemon.list(list).whenComplete((done, thrown) -> {
                if (thrown != null) {
                    rpc.close(Failures.asIOException(thrown));
                } else if (newerVaps == list) {
                    vaps = list;
                    newerVaps = null;
                    changed();
                    context.listener().vapsListed(name, vaps.vaps().keySet());
                    listStations(vaps.vaps().keySet());
                    scheduleList(daemon, rpc);
                }
            });
        }, context.listIntervalMillis());
    }
}
