// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.openflow;

import com.google.common.reflect.AbstractInvocationHandler;
import com.google.common.reflect.Reflection;
import io.cloudmac.openflow.control.SwitchControl;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.InetAddress;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.opendaylight.openflowjava.protocol.api.connection.ConnectionAdapter;
import org.opendaylight.openflowjava.protocol.api.connection.SwitchConnectionHandler;
import org.opendaylight.openflowjava.protocol.api.extensibility.OFGeneralDeserializer;
import org.opendaylight.openflowjava.protocol.api.extensibility.OFGeneralSerializer;
import org.opendaylight.openflowjava.protocol.api.keys.MessageCodeKey;
import org.opendaylight.openflowjava.protocol.api.keys.MessageTypeKey;
import org.opendaylight.openflowjava.protocol.spi.connection.SwitchConnectionProvider;
import org.opendaylight.openflowjava.protocol.spi.connection.SwitchConnectionProviderFactory;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.openflow._switch.connection.config.rev160506.SwitchConnectionConfig;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Creates OpenFlowPlugin's connection providers, whose handlers get each connection as {@link GuardedConnection}, while
 * this controller controls the switches.
 */
@Component(service = SwitchConnectionProviderFactory.class, immediate = true, name = GuardedProviderFactory.NAME,
    property = "service.ranking:Integer=1000")
public final class GuardedProviderFactory implements SwitchConnectionProviderFactory {
    static final String NAME = "io.cloudmac.openflow.guard";

    private static final Logger LOG = LoggerFactory.getLogger(GuardedProviderFactory.class);
    private static final int PLUGIN_SECONDS = 60;

    private final DatapathClaims claims = new DatapathClaims();
    private final SwitchAdmission admission = new SwitchAdmission();
    private volatile CompletableFuture<SwitchConnectionProviderFactory> plugin = new CompletableFuture<>();

    /**
     * Binds OpenFlowPlugin's factory, which starts after this component. The reference is optional: with a mandatory
     * one, this service would be registered second, and OpenFlowPlugin keeps the factory that it bound first.
     */
    @Reference(cardinality = ReferenceCardinality.OPTIONAL, policy = ReferencePolicy.DYNAMIC,
        target = "(!(component.name=" + NAME + "))")
    synchronized void bindFactory(final SwitchConnectionProviderFactory factory) {
        if (!plugin.complete(factory)) {
            plugin = CompletableFuture.completedFuture(factory);
        }
    }

    /** Unbinds the factory when its bundle stops. A replacement may be bound already. */
    synchronized void unbindFactory(final SwitchConnectionProviderFactory factory) {
        if (plugin.getNow(null) == factory) {
            plugin = new CompletableFuture<>();
        }
    }

    /** Lets switches connect. */
    @Reference(cardinality = ReferenceCardinality.OPTIONAL, policy = ReferencePolicy.DYNAMIC)
    void bindControl(final SwitchControl control) {
        admission.open(control);
    }

    /** Closes all connections, and lets no switch connect. */
    void unbindControl(final SwitchControl control) {
        admission.close(control);
    }

    /**
     * {@inheritDoc}
     *
     * @throws IllegalStateException if OpenFlowPlugin's own factory does not appear within a minute
     */
    @Override
    public SwitchConnectionProvider newInstance(final SwitchConnectionConfig config) {
        try {
            final var provider = plugin.get(PLUGIN_SECONDS, TimeUnit.SECONDS).newInstance(config);
            LOG.info("OpenFlow port {}: a second switch with the datapath id of a connected one is refused",
                config.getPort());
            ResubmitCodec.register(provider);
            return guarded(provider);
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted while OpenFlowPlugin starts", e);
        } catch (final ExecutionException | TimeoutException e) {
            throw new IllegalStateException("OpenFlowPlugin's openflow-protocol-impl did not start", e);
        }
    }

    /** Wraps each new connection in a {@link GuardedConnection}. */
    private record GuardedHandler(SwitchConnectionHandler plugin, DatapathClaims claims, SwitchAdmission admission)
            implements SwitchConnectionHandler {
        @Override
        public void onSwitchConnected(final ConnectionAdapter connection) {
            plugin.onSwitchConnected(new GuardedConnection(connection, claims, admission).proxy());
        }

        @Override
        public boolean accept(final InetAddress address) {
            return plugin.accept(address);
        }
    }

    /** Returns the provider with a guard before its handler, and with encoders and decoders of CloudMAC. */
    private SwitchConnectionProvider guarded(final SwitchConnectionProvider provider) {
        return Reflection.newProxy(SwitchConnectionProvider.class, new AbstractInvocationHandler() {
            @Override
            protected Object handleInvocation(final Object proxy, final Method method, final Object[] args)
                    throws Throwable {
                switch (method.getName()) {
                    case "setSwitchConnectionHandler" -> provider.setSwitchConnectionHandler(
                        new GuardedHandler((SwitchConnectionHandler) args[0], claims, admission));
                    case "registerSerializer" -> provider.registerSerializer((MessageTypeKey<?>) args[0],
                        InPortCodec.of((MessageTypeKey<?>) args[0], (OFGeneralSerializer) args[1]));
                    case "registerDeserializer" -> registerDecoder(provider, (MessageCodeKey) args[0],
                        (OFGeneralDeserializer) args[1]);
                    default -> {
                        return forward(provider, method, args);
                    }
                }
                return null;
            }
        });
    }

    private static void registerDecoder(final SwitchConnectionProvider provider, final MessageCodeKey key,
            final OFGeneralDeserializer plugin) {
        provider.registerDeserializer(key, LvnfPortFilter.of(key, InPortCodec.of(key, plugin)));
    }

    /** Calls the method on the target, with the target's own exceptions. */
    @SuppressWarnings({ "checkstyle:illegalThrows", "checkstyle:avoidHidingCauseException" })
    static Object forward(final Object target, final Method method, final Object[] args) throws Throwable {
        try {
            return method.invoke(target, args);
        } catch (final InvocationTargetException e) {
            throw e.getCause();
        }
    }
}
