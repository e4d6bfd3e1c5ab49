// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.vaphost;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.cloudmac.impl.learned.StationKey;
import io.cloudmac.impl.session.DialTurns;
import io.cloudmac.impl.session.Failures;
import io.cloudmac.impl.session.Json;
import io.cloudmac.impl.session.JsonRpcException;
import io.cloudmac.impl.session.JsonRpcHandler;
import io.cloudmac.impl.session.PeerConnection;
import io.cloudmac.impl.session.PeerIdentity;
import io.cloudmac.impl.session.SessionState;
import io.cloudmac.impl.session.WrongPeerException;
import io.cloudmac.impl.vaphost.VapHostClient.DaemonInfo;
import io.cloudmac.impl.wire.Mac;
import java.net.InetSocketAddress;
import java.net.ProtocolException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The session with one VAP host, until it is closed. It opens when it has all VAPs of the host. Notifications keep them
 * up to date, and a new list at intervals corrects the numbers of stations. Call all methods in its event loop.
 */
final class VapHostSession implements PeerConnection.Peer {
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

    VapHostSession(final String name, final InetSocketAddress address, final HostContext context) {
        this.name = name;
        this.address = address;
        this.context = context;
        connection = new PeerConnection("VAP host " + name, new PeerIdentity(URI_PREFIX + name, false),
            List.of(address), context.loop(), context.connector(), DialTurns.AT_ONCE,
            context.newReconnectDelay(), this);
    }

    /** Makes the first attempt. */
    void start() {
        connection.start();
    }

    /** Ends the session. */
    void close() {
        connection.close();
    }

    InetSocketAddress address() {
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

    HostStatus status() {
        return new HostStatus(address, connection.state(), connection.statusText(), connection.since(), version,
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
        listStations(client, rpc, new ArrayDeque<>(vaps.vaps().keySet()));
    }

    /** Requests the stations of one VAP after the other. Notifications keep them up to date. */
    private void listStations(final VapHostClient daemon, final JsonRpcHandler rpc, final Deque<Mac> rest) {
        final Mac bssid = rest.poll();
        if (bssid == null) {
            return;
        }
        daemon.authorizedStations(bssid).whenComplete((stations, thrown) -> {
            if (thrown == null) {
                context.listener().stationsHeld(name, bssid, stations);
            } else if (!(Failures.unwrap(thrown) instanceof JsonRpcException)) {
                rpc.close(Failures.asIOException(thrown));
                return;
            } else {
                LOG.debug("VAP host {}: no stations of {}: {}", name, bssid, thrown.getMessage());
            }
            listStations(daemon, rpc, rest);
        });
    }

    @Override
    public void lost(final String reason) {
        client = null;
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
            case "vap.down" -> context.listener().vapEnded(name, HostVap.bssid(params));
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
                    scheduleList(daemon, rpc);
                }
            });
        }, context.listIntervalMs());
    }
}
