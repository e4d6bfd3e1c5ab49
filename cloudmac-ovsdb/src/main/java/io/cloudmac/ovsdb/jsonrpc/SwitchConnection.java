// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.ovsdb.jsonrpc;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.cloudmac.ovsdb.db.Datum;
import io.cloudmac.ovsdb.db.DatumCodec;
import io.cloudmac.ovsdb.db.DbSchema;
import io.cloudmac.ovsdb.db.Row;
import io.cloudmac.ovsdb.db.Snapshot;
import io.cloudmac.ovsdb.db.TableUpdates;
import io.cloudmac.ovsdb.plan.Operation;
import io.cloudmac.ovsdb.plan.Tables;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.handler.ssl.SslHandler;
import java.net.InetSocketAddress;
import java.security.cert.Certificate;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLPeerUnverifiedException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A connection to one switch. It reads the schema and the identity of the switch, monitors its tables and
 * keeps a snapshot of them. Only the channel's thread changes the snapshot.
 */
final class SwitchConnection implements OvsdbConnection {
    private static final Logger LOG = LoggerFactory.getLogger(SwitchConnection.class);
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
    private static final String MONITOR_ID = "cloudmac";
    private static final String NO_TRANSACTION = new UUID(0, 0).toString();
    private static final long IDENTITY_RETRY_MS = 1000;

    private final Channel channel;
    private final RpcPeer rpc;
    private final boolean outgoing;
    private final SslHandler tls;
    private final OvsdbServer.ConnectionLimits limits;
    private final SwitchListener listener;
    private final Admission.Ticket ticket;
    private volatile DbSchema schema;
    private volatile Snapshot snapshot = Snapshot.EMPTY;
    private volatile String lastTransaction;
    private volatile boolean ready;
    /** Used by the channel's thread only. */
    private boolean monitored;

    SwitchConnection(final Channel channel, final OvsdbServer.ConnectionLimits limits, final boolean outgoing,
            final SslHandler tls, final SwitchListener listener, final Admission.Ticket ticket) {
        this.channel = channel;
        this.limits = limits;
        this.outgoing = outgoing;
        this.tls = tls;
        this.listener = listener;
        this.ticket = ticket;
        rpc = new RpcPeer(channel, limits.timeout(), this::notified);
    }

    /** Returns the handler that reads the channel. */
    ChannelHandler handler() {
        return rpc;
    }

    /** Returns the reason why the channel was closed. */
    String closeReason() {
        return rpc.closeReason();
    }

    /** Reads schema and identity, sets the name, starts the monitor, then calls the listener. */
    void start() {
        channel.closeFuture().addListener(future -> {
            LOG.info("OVSDB connection to {} closed: {}", channel.remoteAddress(), rpc.closeReason());
            if (ready) {
                listener.disconnected(this);
            }
        });
        rpc.call("get_schema", JSON.arrayNode().add(Tables.DATABASE))
            .thenAccept(json -> schema = DbSchema.parse(json).restrictedTo(MonitoredColumns.WANTED))
            .thenCompose(done -> identity())
            .thenCompose(this::named)
            .thenCompose(row -> {
                ticket.named();
                return monitor(listener.resume(row));
            })
            .whenComplete((done, failure) -> {
                if (failure == null) {
                    ready = true;
                    listener.connected(this);
                } else {
                    final Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
                    close("connection setup failed: " + cause.getMessage());
                }
            });
    }

    /** Reads the row of the root table. A newly installed switch can lack it for a while, so this retries. */
    private CompletableFuture<Row> identity() {
        final ArrayNode params = JSON.arrayNode().add(Tables.DATABASE);
        final var select = params.addObject().put("op", "select").put("table", Tables.OPEN_VSWITCH);
        select.putArray("where");
        select.putArray("columns").add("_uuid").add(Tables.EXTERNAL_IDS);
        return rpc.call("transact", params).thenCompose(result -> {
            final JsonNode row = result.path(0).path("rows").path(0);
            if (row.isObject()) {
                final UUID uuid = DatumCodec.decode(row.path("_uuid")).single(UUID.class).orElseThrow(
                    () -> new IllegalArgumentException("the root row has no UUID"));
                return CompletableFuture.completedFuture(new Row(uuid,
                    Map.of(Tables.EXTERNAL_IDS, DatumCodec.decode(row.path(Tables.EXTERNAL_IDS)))));
            }
            if (!result.path(0).path("rows").isArray() || !result.path(0).path("rows").isEmpty()) {
                throw new IllegalArgumentException("cannot read table Open_vSwitch: " + result);
            }
            final CompletableFuture<Row> later = new CompletableFuture<>();
            channel.eventLoop().schedule(() -> identity().whenComplete((found, failure) -> {
                if (failure == null) {
                    later.complete(found);
                } else {
                    later.completeExceptionally(failure);
                }
            }), IDENTITY_RETRY_MS, TimeUnit.MILLISECONDS);
            return later;
        });
    }

    /** Writes the name that the listener assigns into the root row and returns that row. */
    private CompletableFuture<Row> named(final Row root) {
        final String name = listener.name(root);
        if (name == null) {
            return CompletableFuture.completedFuture(root);
        }
        final ArrayNode params = JSON.arrayNode().add(Tables.DATABASE);
        // The wait operation keeps the update from overwriting a name that another controller has written
        // since.
        final var wait = params.addObject().put("op", "wait").put("table", Tables.OPEN_VSWITCH)
            .put("timeout", 0).put("until", "==");
        wait.putArray("where").addArray().add("_uuid").add("==").add(DatumCodec.encodeUuid(root.uuid()));
        wait.putArray("columns").add(Tables.EXTERNAL_IDS);
        wait.putArray("rows").add(DatumCodec.encodeRow(root.columns()));
        final Map<Object, Object> ids = new LinkedHashMap<>(root.column(Tables.EXTERNAL_IDS).map());
        ids.put(SwitchListener.NAME_KEY, name);
        final Map<String, Datum> columns = Map.of(Tables.EXTERNAL_IDS, Datum.ofMap(ids));
        final var update = params.addObject().put("op", "update").put("table", Tables.OPEN_VSWITCH);
        update.putArray("where").addArray().add("_uuid").add("==").add(DatumCodec.encodeUuid(root.uuid()));
        update.set("row", DatumCodec.encodeRow(columns));
        return rpc.call("transact", params).thenApply(result -> {
            for (final JsonNode part : result) {
                if (part.hasNonNull("error")) {
                    throw new IllegalArgumentException("the switch rejected its name: " + part);
                }
            }
            if (result.path(1).path("count").asInt(0) != 1) {
                throw new IllegalArgumentException("the switch rejected its name: " + result);
            }
            return root.with(columns);
        });
    }

    private CompletableFuture<Void> monitor(final ResumePoint from) {
        final ArrayNode params = JSON.arrayNode().add(Tables.DATABASE).add(MONITOR_ID)
            .add(MonitoredColumns.requests(schema, true))
            .add(from == null ? NO_TRANSACTION : from.transaction());
        return rpc.call("monitor_cond_since", params).thenAccept(result -> {
            if (!result.path(0).isBoolean() || !result.path(1).isTextual()) {
                throw new IllegalArgumentException("the reply to monitor_cond_since is malformed");
            }
            final Snapshot base = from != null && result.path(0).booleanValue() ? from.snapshot() : Snapshot.EMPTY;
            snapshot = TableUpdates.apply(base, schema, result.path(2));
            lastTransaction = result.path(1).textValue();
            monitored = true;
        }).handle((done, failure) -> failure).thenCompose(failure -> {
            if (failure == null) {
                return CompletableFuture.completedFuture(null);
            }
            if (failure.getCause() instanceof OvsdbException error && "unknown method".equals(error.code())) {
                return plainMonitor();
            }
            return CompletableFuture.failedFuture(failure);
        });
    }

    /** Monitors a switch older than Open vSwitch 2.12. */
    private CompletableFuture<Void> plainMonitor() {
        return rpc.call("monitor", JSON.arrayNode().add(Tables.DATABASE).add(MONITOR_ID)
                .add(MonitoredColumns.requests(schema, false)))
            .thenAccept(result -> {
                snapshot = TableUpdates.apply(Snapshot.EMPTY, schema, result);
                monitored = true;
            });
    }

    private void notified(final String method, final JsonNode params) {
        switch (method) {
            case "update", "update2" -> {
                expectUpdate(params);
                snapshot = TableUpdates.apply(snapshot, schema, params.path(1));
            }
            case "update3" -> {
                expectUpdate(params);
                if (!params.path(1).isTextual()) {
                    throw new IllegalArgumentException("the update has no transaction identifier");
                }
                snapshot = TableUpdates.apply(snapshot, schema, params.path(2));
                lastTransaction = params.path(1).textValue();
            }
            default -> {
                LOG.debug("Ignoring notification {}", method);
                return;
            }
        }
        if (ready) {
            listener.changed(this);
        }
    }

    private void expectUpdate(final JsonNode params) {
        if (!monitored || !MONITOR_ID.equals(params.path(0).textValue())) {
            throw new IllegalArgumentException("unexpected update");
        }
    }

    @Override
    public InetSocketAddress remote() {
        return (InetSocketAddress) channel.remoteAddress();
    }

    @Override
    public InetSocketAddress local() {
        return (InetSocketAddress) channel.localAddress();
    }

    @Override
    public boolean outgoing() {
        return outgoing;
    }

    @Override
    public boolean secure() {
        return tls != null;
    }

    @Override
    public DbSchema schema() {
        return schema;
    }

    @Override
    public Snapshot snapshot() {
        return snapshot;
    }

    @Override
    public String lastTransaction() {
        return lastTransaction;
    }

    @Override
    public CompletionStage<JsonNode> transact(final List<Operation> operations) {
        final ArrayNode params = JSON.arrayNode().add(Tables.DATABASE);
        operations.forEach(operation -> params.add(operation.toJson()));
        // A transaction without operations only asks whether the switch has executed the earlier ones.
        if (operations.isEmpty() || !ConfigurationCounter.in(schema)) {
            return rpc.call("transact", params);
        }
        params.add(ConfigurationCounter.raise());
        return rpc.call("transact", params)
            .thenApply(reply -> ConfigurationCounter.without(reply, operations.size()));
    }

    @Override
    public CompletionStage<?> probe() {
        return rpc.call("echo", JSON.arrayNode(), limits.probe());
    }

    @Override
    public Optional<Certificate> certificate() {
        if (tls == null) {
            return Optional.empty();
        }
        try {
            return Optional.of(tls.engine().getSession().getPeerCertificates()[0]);
        } catch (final SSLPeerUnverifiedException e) {
            LOG.debug("{} has no certificate", channel.remoteAddress(), e);
            return Optional.empty();
        }
    }

    @Override
    public void close(final String reason) {
        rpc.close(reason);
    }
}
