// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.openflow;

import com.google.common.reflect.AbstractInvocationHandler;
import com.google.common.reflect.Reflection;
import com.google.common.util.concurrent.Futures;
import com.google.common.util.concurrent.ListenableFuture;
import com.google.common.util.concurrent.MoreExecutors;
import com.google.common.util.concurrent.RateLimiter;
import java.lang.reflect.Method;
import java.net.InetAddress;
import org.opendaylight.openflowjava.protocol.api.connection.ConnectionAdapter;
import org.opendaylight.yang.gen.v1.urn.opendaylight.openflow.protocol.rev130731.GetFeaturesInput;
import org.opendaylight.yang.gen.v1.urn.opendaylight.openflow.protocol.rev130731.GetFeaturesOutput;
import org.opendaylight.yang.gen.v1.urn.opendaylight.openflow.system.rev130927.DisconnectEvent;
import org.opendaylight.yang.gen.v1.urn.opendaylight.openflow.system.rev130927.SslConnectionError;
import org.opendaylight.yang.gen.v1.urn.opendaylight.openflow.system.rev130927.SwitchIdleEvent;
import org.opendaylight.yang.gen.v1.urn.opendaylight.openflow.system.rev130927.SystemNotificationsListener;
import org.opendaylight.yangtools.yang.common.ErrorType;
import org.opendaylight.yangtools.yang.common.RpcResult;
import org.opendaylight.yangtools.yang.common.RpcResultBuilder;
import org.opendaylight.yangtools.yang.common.Uint64;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A switch's connection whose features reply is a claim to a datapath id. A refused claim fails the handshake,
 * before OpenFlowPlugin looks for the switch that has the id. Everything else passes unchanged.
 */
final class GuardedConnection extends AbstractInvocationHandler implements DatapathClaims.Claimant {
    private static final Logger LOG = LoggerFactory.getLogger(GuardedConnection.class);
    private static final RateLimiter LINES = RateLimiter.create(1);

    private final ConnectionAdapter connection;
    private final DatapathClaims claims;
    private final InetAddress address;
    private volatile Uint64 claimed;

    GuardedConnection(final ConnectionAdapter connection, final DatapathClaims claims) {
        this.connection = connection;
        this.claims = claims;
        address = connection.getRemoteAddress().getAddress();
    }

    /** Returns the connection that OpenFlowPlugin sees. */
    ConnectionAdapter proxy() {
        return Reflection.newProxy(ConnectionAdapter.class, this);
    }

    @Override
    public InetAddress address() {
        return address;
    }

    @Override
    public boolean isOpen() {
        return connection.isAlive();
    }

    @Override
    protected Object handleInvocation(final Object proxy, final Method method, final Object[] args)
            throws Throwable {
        return switch (method.getName()) {
            case "getFeatures" -> features((GetFeaturesInput) args[0]);
            case "setSystemListener" -> {
                connection.setSystemListener(new Releasing((SystemNotificationsListener) args[0]));
                yield null;
            }
            default -> GuardedProviderFactory.forward(connection, method, args);
        };
    }

    private ListenableFuture<RpcResult<GetFeaturesOutput>> features(final GetFeaturesInput input) {
        return Futures.transform(connection.getFeatures(input), this::judge, MoreExecutors.directExecutor());
    }

    private RpcResult<GetFeaturesOutput> judge(final RpcResult<GetFeaturesOutput> reply) {
        if (!reply.isSuccessful()) {
            return reply;
        }
        final Uint64 datapath = reply.getResult().getDatapathId();
        final boolean isAuxiliary = reply.getResult().requireAuxiliaryId().intValue() != 0;
        final String problem = isAuxiliary ? assist(datapath) : claim(datapath);
        if (problem.isEmpty()) {
            return reply;
        }
        if (LINES.tryAcquire()) {
            LOG.warn("Switch at {} with datapath id {} refused: {}", connection.getRemoteAddress(),
                String.format("%016x", datapath.longValue()), problem);
        }
        return RpcResultBuilder.<GetFeaturesOutput>failed().withError(ErrorType.APPLICATION, problem).build();
    }

    private String assist(final Uint64 datapath) {
        return claims.mayAssist(datapath, address) ? "" : "auxiliary connection without a main one from its address";
    }

    private String claim(final Uint64 datapath) {
        if (claimed != null && !claimed.equals(datapath)) {
            return "it had another datapath id before";
        }
        final var holder = claims.claim(datapath, this);
        if (holder.isPresent()) {
            return "the switch at " + holder.orElseThrow().address().getHostAddress() + " is connected with this id";
        }
        claimed = datapath;
        if (!isOpen()) {
            release();
        }
        return "";
    }

    private void release() {
        if (claimed != null) {
            claims.release(claimed, this);
        }
    }

    /** Frees the datapath id when the connection ends. */
    private final class Releasing implements SystemNotificationsListener {
        private final SystemNotificationsListener plugin;

        Releasing(final SystemNotificationsListener plugin) {
            this.plugin = plugin;
        }

        @Override
        public void onDisconnectEvent(final DisconnectEvent event) {
            release();
            plugin.onDisconnectEvent(event);
        }

        @Override
        public void onSwitchIdleEvent(final SwitchIdleEvent event) {
            plugin.onSwitchIdleEvent(event);
        }

        @Override
        public void onSslConnectionError(final SslConnectionError error) {
            plugin.onSslConnectionError(error);
        }
    }
}
