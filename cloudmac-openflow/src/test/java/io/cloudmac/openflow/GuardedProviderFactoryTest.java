// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.openflow;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNotEquals;
import static org.junit.Assert.assertSame;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import com.google.common.reflect.Reflection;
import com.google.common.util.concurrent.Futures;
import com.google.common.util.concurrent.SettableFuture;
import io.cloudmac.openflow.control.SwitchControl;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.Before;
import org.junit.Test;
import org.opendaylight.openflowjava.protocol.api.connection.ConnectionAdapter;
import org.opendaylight.openflowjava.protocol.api.connection.SwitchConnectionHandler;
import org.opendaylight.openflowjava.protocol.spi.connection.SwitchConnectionProvider;
import org.opendaylight.openflowjava.protocol.spi.connection.SwitchConnectionProviderFactory;
import org.opendaylight.yang.gen.v1.urn.opendaylight.openflow.common.types.rev130731.ControllerRole;
import org.opendaylight.yang.gen.v1.urn.opendaylight.openflow.protocol.rev130731.GetFeaturesInputBuilder;
import org.opendaylight.yang.gen.v1.urn.opendaylight.openflow.protocol.rev130731.GetFeaturesOutput;
import org.opendaylight.yang.gen.v1.urn.opendaylight.openflow.protocol.rev130731.GetFeaturesOutputBuilder;
import org.opendaylight.yang.gen.v1.urn.opendaylight.openflow.protocol.rev130731.OpenflowProtocolListener;
import org.opendaylight.yang.gen.v1.urn.opendaylight.openflow.protocol.rev130731.PortStatusMessageBuilder;
import org.opendaylight.yang.gen.v1.urn.opendaylight.openflow.protocol.rev130731.RoleRequestInput;
import org.opendaylight.yang.gen.v1.urn.opendaylight.openflow.protocol.rev130731.RoleRequestOutput;
import org.opendaylight.yang.gen.v1.urn.opendaylight.openflow.protocol.rev130731.RoleRequestOutputBuilder;
import org.opendaylight.yang.gen.v1.urn.opendaylight.openflow.system.rev130927.DisconnectEvent;
import org.opendaylight.yang.gen.v1.urn.opendaylight.openflow.system.rev130927.SslConnectionError;
import org.opendaylight.yang.gen.v1.urn.opendaylight.openflow.system.rev130927.SwitchIdleEvent;
import org.opendaylight.yang.gen.v1.urn.opendaylight.openflow.system.rev130927.SystemNotificationsListener;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.openflow._switch.connection.config.rev160506.SwitchConnectionConfig;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.openflow._switch.connection.config.rev160506.SwitchConnectionConfigBuilder;
import org.opendaylight.yangtools.yang.common.RpcResult;
import org.opendaylight.yangtools.yang.common.RpcResultBuilder;
import org.opendaylight.yangtools.yang.common.Uint16;
import org.opendaylight.yangtools.yang.common.Uint64;
import org.opendaylight.yangtools.yang.common.Uint8;

/** The factory between stand-ins for OpenFlowPlugin's two sides. */
public class GuardedProviderFactoryTest {
    private static final SwitchConnectionConfig CONFIG =
        new SwitchConnectionConfigBuilder().setInstanceName("test").setPort(Uint16.valueOf(6653)).build();

    private final GuardedProviderFactory factory = new GuardedProviderFactory();
    private final List<ConnectionAdapter> seen = new ArrayList<>();
    private final List<SwitchConnectionHandler> ports = new ArrayList<>();
    private final List<SystemListener> listeners = new ArrayList<>();
    private final SwitchControl control = new SwitchControl() { };

    @Before
    public void twoPorts() {
        factory.bindControl(control);
        factory.bindFactory(config -> Reflection.newProxy(SwitchConnectionProvider.class, (proxy, method, args) ->
            port(method.getName(), args)));
        for (int i = 0; i < 2; i++) {
            factory.newInstance(CONFIG).setSwitchConnectionHandler(new Plugin());
        }
    }

    @Test
    public void secondSwitchIsRefusedOnEachPort() throws Exception {
        assertTrue(connect(0, new ConnectingSwitch("192.0.2.1", 7, 0)).isSuccessful());
        for (int port = 0; port < 2; port++) {
            final var refused = connect(port, new ConnectingSwitch("192.0.2.2", 7, 0));
            assertFalse(refused.isSuccessful());
            assertEquals("the switch at 192.0.2.1 is connected with this id",
                refused.getErrors().iterator().next().getMessage());
        }
        assertTrue(connect(1, new ConnectingSwitch("192.0.2.2", 8, 0)).isSuccessful());
    }

    @Test
    public void idIsFreeWhenTheConnectionEnds() throws Exception {
        final var first = new ConnectingSwitch("192.0.2.1", 7, 0);
        connect(0, first);
        final var listener = new SystemListener();
        seen.get(0).setSystemListener(listener);
        first.listener.onDisconnectEvent(null);
        assertEquals("OpenFlowPlugin's listener is called", 1, listener.disconnected);
        assertTrue(connect(0, new ConnectingSwitch("192.0.2.2", 7, 0)).isSuccessful());
    }

    @Test
    public void idIsFreeWhenTheControllerClosesTheConnection() throws Exception {
        final var first = new ConnectingSwitch("192.0.2.1", 7, 0);
        connect(0, first);
        seen.get(0).disconnect();
        assertEquals(List.of("disconnect"), first.calls);
        assertTrue(connect(0, new ConnectingSwitch("192.0.2.2", 7, 0)).isSuccessful());
    }

    @Test
    public void idIsFreeWhenTheConnectionEndedBeforeTheReply() throws Exception {
        final var first = new ConnectingSwitch("192.0.2.1", 7, 0);
        first.alive = false;
        connect(0, first);
        first.alive = true;
        assertTrue(connect(0, new ConnectingSwitch("192.0.2.2", 7, 0)).isSuccessful());
    }

    @Test
    public void connectionKeepsItsFirstId() throws Exception {
        final var changing = new ConnectingSwitch("192.0.2.1", 7, 0);
        connect(0, changing);
        changing.datapath = 8;
        assertFalse(features(seen.get(0)).isSuccessful());
        assertTrue(connect(0, new ConnectingSwitch("192.0.2.2", 8, 0)).isSuccessful());
    }

    @Test
    public void auxiliaryConnectionIsRefused() throws Exception {
        connect(0, new ConnectingSwitch("192.0.2.1", 7, 0));
        assertFalse(connect(0, new ConnectingSwitch("192.0.2.1", 7, 1)).isSuccessful());
    }

    @Test
    public void replyOfOpenFlow10HasNoAuxiliaryId() throws Exception {
        final var old = new ConnectingSwitch("192.0.2.1", 7, 0);
        old.reply = RpcResultBuilder.<GetFeaturesOutput>success(
            new GetFeaturesOutputBuilder().setDatapathId(Uint64.valueOf(7)).build()).build();
        assertTrue(connect(0, old).isSuccessful());
        assertFalse(connect(0, new ConnectingSwitch("192.0.2.2", 7, 0)).isSuccessful());
    }

    @Test
    public void factoryWaitsForOpenFlowPluginsOwn() throws Exception {
        final var late = new GuardedProviderFactory();
        final var provider = CompletableFuture.supplyAsync(() -> late.newInstance(CONFIG));
        late.bindFactory(config -> Reflection.newProxy(SwitchConnectionProvider.class, (proxy, method, args) ->
            port(method.getName(), args)));
        assertTrue(provider.get(30, TimeUnit.SECONDS).startup().get());
    }

    @Test
    public void factoryIsReplacedBeforeTheOldOneIsUnbound() throws Exception {
        final SwitchConnectionProviderFactory first = config -> null;
        final List<SwitchConnectionConfig> asked = new ArrayList<>();
        final var replaced = new GuardedProviderFactory();
        replaced.bindFactory(first);
        replaced.bindFactory(config -> {
            asked.add(config);
            return Reflection.newProxy(SwitchConnectionProvider.class, (proxy, method, args) ->
                port(method.getName(), args));
        });
        replaced.unbindFactory(first);
        replaced.newInstance(CONFIG);
        assertEquals(List.of(CONFIG), asked);
    }

    @Test
    public void withoutControlASwitchWaitsAsThatOfASlave() throws Exception {
        factory.unbindControl(control);
        final var first = new ConnectingSwitch("192.0.2.1", 7, 0);
        final var reply = start(0, first);
        assertFalse(reply.isDone());
        assertEquals(List.of(ControllerRole.OFPCRROLENOCHANGE, ControllerRole.OFPCRROLESLAVE),
            first.roles.stream().map(RoleRequestInput::getRole).toList());
        assertEquals("the master's", Uint64.valueOf(5), first.roles.get(1).getGenerationId());
        factory.bindControl(control);
        assertTrue(reply.get().isSuccessful());
        assertEquals(2, first.roles.size());
        assertEquals(List.of(), first.calls);
    }

    @Test
    public void aLateAnswerAboutTheRoleMakesNoSlaveOfTheMaster() throws Exception {
        factory.unbindControl(control);
        final var first = new ConnectingSwitch("192.0.2.1", 7, 0);
        first.lateRoles = SettableFuture.create();
        final var reply = start(0, first);
        factory.bindControl(control);
        assertTrue(reply.get().isSuccessful());
        first.lateRoles.set(first.role());
        assertEquals(1, first.roles.size());
    }

    @Test
    public void connectionsThatWaitAreBoundedByAddress() throws Exception {
        factory.unbindControl(control);
        for (int number = 0; number < SwitchAdmission.MAX_WAITING_OF_ADDRESS; number++) {
            assertFalse(start(0, new ConnectingSwitch("192.0.2.1", number, 0)).isDone());
        }
        assertThrows(ExecutionException.class, start(0, new ConnectingSwitch("192.0.2.1", 99, 0))::get);
        assertFalse(start(0, new ConnectingSwitch("192.0.2.2", 100, 0)).isDone());
    }

    @Test
    public void aSwitchWithoutGenerationGetsTheFirstOne() throws Exception {
        factory.unbindControl(control);
        final var first = new ConnectingSwitch("192.0.2.1", 7, 0);
        first.generation = Uint64.MAX_VALUE;
        start(0, first);
        assertEquals(Uint64.ZERO, first.roles.get(1).getGenerationId());
    }

    @Test
    public void aWaitingSwitchThatLeavesIsForgotten() throws Exception {
        factory.unbindControl(control);
        final var first = new ConnectingSwitch("192.0.2.1", 7, 0);
        final var reply = start(0, first);
        first.listener.onDisconnectEvent(null);
        assertThrows(ExecutionException.class, reply::get);
        final var gone = new ConnectingSwitch("192.0.2.2", 8, 0);
        gone.alive = false;
        assertThrows(ExecutionException.class, start(0, gone)::get);
        factory.bindControl(control);
        factory.unbindControl(control);
        assertEquals(List.of(), first.calls);
        assertEquals(List.of(), gone.calls);
    }

    @Test
    public void connectionsEndWithTheControl() throws Exception {
        final var first = new ConnectingSwitch("192.0.2.1", 7, 0);
        final var gone = new ConnectingSwitch("192.0.2.3", 9, 0);
        connect(0, first);
        connect(1, gone);
        gone.listener.onDisconnectEvent(null);
        factory.unbindControl(control);
        assertEquals(List.of("disconnect"), first.calls);
        assertEquals("OpenFlowPlugin is told", 1, listeners.get(0).disconnected);
        assertEquals(List.of(), gone.calls);
        assertEquals(1, listeners.get(1).disconnected);
        factory.bindControl(control);
        assertTrue(connect(0, new ConnectingSwitch("192.0.2.2", 7, 0)).isSuccessful());
    }

    @Test
    public void controlIsReplacedBeforeTheOldOneEnds() throws Exception {
        final var first = new ConnectingSwitch("192.0.2.1", 7, 0);
        connect(0, first);
        factory.bindControl(new SwitchControl() { });
        factory.unbindControl(control);
        assertEquals(List.of(), first.calls);
    }

    @Test
    public void otherCallsPassUnchanged() throws Exception {
        final var first = new ConnectingSwitch("192.0.2.1", 7, 0);
        connect(0, first);
        connect(0, new ConnectingSwitch("192.0.2.3", 9, 0));
        seen.get(0).setPacketInFiltering(true);
        assertEquals(List.of("setPacketInFiltering"), first.calls);
        assertEquals(seen.get(0), seen.get(0));
        assertNotEquals(seen.get(0), seen.get(1));
        assertTrue(ports.get(0).accept(InetAddress.getLoopbackAddress()));
        final var provider = factory.newInstance(CONFIG);
        assertTrue(provider.startup().get());
        assertEquals("not open", assertThrows(IllegalArgumentException.class, provider::close).getMessage());
    }

    @Test
    public void newsOfPortsOfLvnfsDoNotPass() throws Exception {
        final var first = new ConnectingSwitch("192.0.2.1", 7, 0);
        connect(0, first);
        final List<Object> heard = new ArrayList<>();
        seen.get(0).setMessageListener(Reflection.newProxy(OpenflowProtocolListener.class, (proxy, method, args) -> {
            heard.add(args[0]);
            return null;
        }));
        final var port = new PortStatusMessageBuilder().setName("ct1").build();
        first.messages.onPortStatusMessage(new PortStatusMessageBuilder().setName("lv1p0").build());
        first.messages.onPortStatusMessage(port);
        first.messages.onHelloMessage(null);
        assertEquals(Arrays.asList(port, null), heard);
    }

    @Test
    public void failedReplyPassesUnchanged() throws Exception {
        final var failing = new ConnectingSwitch("192.0.2.1", 7, 0);
        failing.reply = RpcResultBuilder.<GetFeaturesOutput>failed().build();
        assertSame(failing.reply, connect(0, failing));
    }

    private Object port(final String method, final Object[] args) {
        return switch (method) {
            case "setSwitchConnectionHandler" -> {
                ports.add((SwitchConnectionHandler) args[0]);
                yield null;
            }
            case "close" -> throw new IllegalArgumentException("not open");
            default -> Futures.immediateFuture(true);
        };
    }

    private RpcResult<GetFeaturesOutput> connect(final int port, final ConnectingSwitch peer) throws Exception {
        return start(port, peer).get();
    }

    /** Connects a switch. Returns the features that OpenFlowPlugin asks for, which may come later. */
    private Future<RpcResult<GetFeaturesOutput>> start(final int port, final ConnectingSwitch peer) {
        ports.get(port).onSwitchConnected(peer.adapter());
        return request(seen.get(seen.size() - 1));
    }

    private static Future<RpcResult<GetFeaturesOutput>> request(final ConnectionAdapter connection) {
        return connection.getFeatures(new GetFeaturesInputBuilder().setVersion(Uint8.valueOf(4)).build());
    }

    private static RpcResult<GetFeaturesOutput> features(final ConnectionAdapter connection) throws Exception {
        return request(connection).get();
    }

    private final class Plugin implements SwitchConnectionHandler {
        @Override
        public void onSwitchConnected(final ConnectionAdapter connection) {
            seen.add(connection);
            listeners.add(new SystemListener());
            connection.setSystemListener(listeners.get(listeners.size() - 1));
        }

        @Override
        public boolean accept(final InetAddress address) {
            return true;
        }
    }

    private static final class ConnectingSwitch {
        private final String address;
        private final int auxiliary;
        private final List<String> calls = new ArrayList<>();
        private final List<RoleRequestInput> roles = new ArrayList<>();
        private Uint64 generation = Uint64.valueOf(5);
        /** The answer to all requests of roles; null: it comes at once. */
        private SettableFuture<RpcResult<RoleRequestOutput>> lateRoles;
        private long datapath;
        private boolean alive = true;
        private RpcResult<GetFeaturesOutput> reply;
        private SystemNotificationsListener listener;
        private OpenflowProtocolListener messages;

        ConnectingSwitch(final String address, final long datapath, final int auxiliary) {
            this.address = address;
            this.datapath = datapath;
            this.auxiliary = auxiliary;
        }

        ConnectionAdapter adapter() {
            return Reflection.newProxy(ConnectionAdapter.class, (proxy, method, args) -> call(method.getName(), args));
        }

        private Object call(final String method, final Object[] args) {
            return switch (method) {
                case "getRemoteAddress" -> new InetSocketAddress(address, 40000);
                case "isAlive" -> alive;
                case "getFeatures" -> Futures.immediateFuture(reply != null ? reply : features());
                case "roleRequest" -> {
                    roles.add((RoleRequestInput) args[0]);
                    yield lateRoles != null ? lateRoles : Futures.immediateFuture(role());
                }
                case "setSystemListener" -> {
                    listener = (SystemNotificationsListener) args[0];
                    yield null;
                }
                case "setMessageListener" -> {
                    messages = (OpenflowProtocolListener) args[0];
                    yield null;
                }
                default -> {
                    calls.add(method);
                    yield null;
                }
            };
        }

        private RpcResult<RoleRequestOutput> role() {
            return RpcResultBuilder.success(new RoleRequestOutputBuilder().setGenerationId(generation).build()).build();
        }

        private RpcResult<GetFeaturesOutput> features() {
            return RpcResultBuilder.success(new GetFeaturesOutputBuilder().setDatapathId(Uint64.valueOf(datapath))
                .setAuxiliaryId(Uint8.valueOf(auxiliary)).build()).build();
        }
    }

    private static final class SystemListener implements SystemNotificationsListener {
        private int disconnected;

        @Override
        public void onDisconnectEvent(final DisconnectEvent event) {
            disconnected++;
        }

        @Override
        public void onSwitchIdleEvent(final SwitchIdleEvent event) {
            // not used
        }

        @Override
        public void onSslConnectionError(final SslConnectionError error) {
            // not used
        }
    }
}
