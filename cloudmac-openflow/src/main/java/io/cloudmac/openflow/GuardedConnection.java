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
import java.util.concurrent.Future;
import org.opendaylight.openflowjava.protocol.api.connection.ConnectionAdapter;
import org.opendaylight.yang.gen.v1.urn.opendaylight.openflow.protocol.rev130731.GetFeaturesInput;
import org.opendaylight.yang.gen.v1.urn.opendaylight.openflow.protocol.rev130731.GetFeaturesOutput;
import org.opendaylight.yang.gen.v1.urn.opendaylight.openflow.protocol.rev130731.OpenflowProtocolListener;
import org.opendaylight.yang.gen.v1.urn.opendaylight.openflow.protocol.rev130731.PortStatusMessage;
import org.opendaylight.yang.gen.v1.urn.opendaylight.openflow.system.rev130927.DisconnectEvent;
import org.opendaylight.yang.gen.v1.urn.opendaylight.openflow.system.rev130927.DisconnectEventBuilder;
import org.opendaylight.yang.gen.v1.urn.opendaylight.openflow.system.rev130927.SslConnectionError;
import org.opendaylight.yang.gen.v1.urn.opendaylight.openflow.system.rev130927.SwitchIdleEvent;
import org.opendaylight.yang.gen.v1.urn.opendaylight.openflow.system.rev130927.SystemNotificationsListener;
import org.opendaylight.yangtools.yang.common.ErrorType;
import org.opendaylight.yangtools.yang.common.RpcResult;
import org.opendaylight.yangtools.yang.common.RpcResultBuilder;
import org.opendaylight.yangtools.yang.common.Uint64;
import org.opendaylight.yangtools.yang.common.Uint8;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Proxies a switch's connection. OpenFlowPlugin's handshake waits for its features until the connection is admitted;
 * meanwhile the controller is a slave of the switch. Then the connection claims the datapath id in the features reply.
 * If the claim fails, OpenFlowPlugin receives a failed reply and closes the connection. It hears nothing of ports of
 * LVNFs. All other calls pass unchanged.
 */
final class GuardedConnection extends AbstractInvocationHandler implements DatapathClaims.Claimant {
    private static final Logger LOG = LoggerFactory.getLogger(GuardedConnection.class);
    private static final RateLimiter WARNINGS = RateLimiter.create(1);

    private final ConnectionAdapter connection;
    private final DatapathClaims claims;
    private final InetAddress address;
    private final SwitchAdmission admission;
    private volatile ClaimReleaser releaser;
    private volatile Uint64 claimed;
    private volatile boolean disconnected;

    GuardedConnection(final ConnectionAdapter connection, final DatapathClaims claims,
            final SwitchAdmission admission) {
        this.connection = connection;
        this.claims = claims;
        this.admission = admission;
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
        return !disconnected && connection.isAlive();
    }

    @Override
    protected Object handleInvocation(final Object proxy, final Method method, final Object[] args)
            throws Throwable {
        return switch (method.getName()) {
            case "getFeatures" -> features((GetFeaturesInput) args[0]);
            case "setSystemListener" -> {
                final ClaimReleaser next = new ClaimReleaser((SystemNotificationsListener) args[0]);
                releaser = next;
                connection.setSystemListener(next);
                yield null;
            }
            case "setMessageListener" -> {
                connection.setMessageListener(withoutLvnfs((OpenflowProtocolListener) args[0]));
                yield null;
            }
            case "disconnect" -> disconnect();
            default -> GuardedProviderFactory.forward(connection, method, args);
        };
    }

    /** Returns the listener without the news of ports of LVNFs. */
    private static OpenflowProtocolListener withoutLvnfs(final OpenflowProtocolListener plugin) {
        return Reflection.newProxy(OpenflowProtocolListener.class, new AbstractInvocationHandler() {
            @Override
            protected Object handleInvocation(final Object proxy, final Method method, final Object[] args)
                    throws Throwable {
                return args.length == 1 && args[0] instanceof PortStatusMessage port
                    && LvnfPortFilter.isLvnf(port.getName()) ? null
                    : GuardedProviderFactory.forward(plugin, method, args);
            }
        });
    }

    private ListenableFuture<RpcResult<GetFeaturesOutput>> features(final GetFeaturesInput input) {
        final ListenableFuture<Void> turn = admission.admit(this);
        if (!turn.isDone()) {
            SlaveRole.request(connection, input.getVersion(), () -> admission.isWaiting(this));
        }
        if (!isOpen()) {
            // It ended before the admission knew it.
            release();
        }
        return Futures.transform(
            Futures.transformAsync(turn, admitted -> connection.getFeatures(input), MoreExecutors.directExecutor()),
            this::checkFeatures, MoreExecutors.directExecutor());
    }

    private RpcResult<GetFeaturesOutput> checkFeatures(final RpcResult<GetFeaturesOutput> reply) {
        if (!reply.isSuccessful()) {
            return reply;
        }
        final Uint64 datapath = reply.getResult().getDatapathId();
        // OpenFlow 1.0 has no auxiliary connections.
        final Uint8 auxiliary = reply.getResult().getAuxiliaryId();
        final String problem = auxiliary != null && auxiliary.intValue() != 0
            ? "auxiliary connections are not supported" : claim(datapath);
        if (problem.isEmpty()) {
            return reply;
        }
        if (WARNINGS.tryAcquire()) {
            LOG.warn("Switch at {} with datapath id {} refused: {}", connection.getRemoteAddress(),
                String.format("%016x", datapath.longValue()), problem);
        }
        return RpcResultBuilder.<GetFeaturesOutput>failed().withError(ErrorType.APPLICATION, problem).build();
    }

    /** Closes the connection, and tells OpenFlowPlugin as if the switch had closed it. */
    void end() {
        disconnect();
        final ClaimReleaser listener = releaser;
        if (listener != null) {
            listener.onDisconnectEvent(new DisconnectEventBuilder().setInfo("the controller ended it").build());
        }
    }

    /** Closes the connection. The listener gets no event of it, so the claim ends here. */
    private Future<Boolean> disconnect() {
        final Future<Boolean> closed = connection.disconnect();
        disconnected = true;
        release();
        return closed;
    }

    private String claim(final Uint64 datapath) {
        if (claimed != null && !claimed.equals(datapath)) {
            return "the connection already named another datapath id";
        }
        final var holder = claims.claim(datapath, this);
        if (holder.isPresent()) {
            return "the switch at " + holder.orElseThrow().address().getHostAddress() + " is connected with this id";
        }
        claimed = datapath;
        if (!isOpen()) {
            // It closed before it had a claim to release.
            release();
        }
        return "";
    }

    private void release() {
        admission.removed(this);
        if (claimed != null) {
            claims.release(claimed, this);
        }
    }

    /** Releases the claim when the switch closes the connection. */
    private final class ClaimReleaser implements SystemNotificationsListener {
        private final SystemNotificationsListener plugin;

        ClaimReleaser(final SystemNotificationsListener plugin) {
            this.plugin = plugin;
        }

        @Override
        public void onDisconnectEvent(final DisconnectEvent event) {
            plugin.onDisconnectEvent(event);
            release();
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
