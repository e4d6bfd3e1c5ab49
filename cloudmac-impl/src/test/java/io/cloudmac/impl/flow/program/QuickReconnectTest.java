// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.flow.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import io.cloudmac.impl.binding.Assignment;
import io.cloudmac.impl.binding.Assignment.Vap;
import io.cloudmac.impl.flow.FlowStatus;
import io.cloudmac.impl.topology.Network;
import io.cloudmac.impl.topology.PortId;
import io.cloudmac.impl.wire.Mac;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.opendaylight.openflowplugin.api.openflow.device.DeviceInfo;
import org.opendaylight.openflowplugin.api.openflow.mastership.MastershipChangeRegistration;
import org.opendaylight.openflowplugin.api.openflow.mastership.MastershipChangeServiceManager;
import org.opendaylight.yang.gen.v1.urn.opendaylight.inventory.rev130819.NodeId;

/** A switch that connects again before the topology shows the end of its session. */
class QuickReconnectTest extends ProgrammedFlowsFixture {
    private static final String A = "openflow:1";
    private static final Mac WTP = Mac.parse("02:c1:0d:aa:00:01");
    private static final Mac BSSID = Mac.parse("02:00:00:00:12:34");
    private static final Assignment SERVED = new Assignment(Map.of(WTP, new PortId(A, 1)),
        Map.of(BSSID, new Vap(new PortId(A, 2), 2412, Set.of(WTP))), Map.of());
    private static final Duration AUDIT = Duration.ofSeconds(3);
    /** Less than the period of audits. */
    private static final Duration SOON = Duration.ofMillis(200);

    private final MastershipChangeServiceManager plugin = mock(MastershipChangeServiceManager.class);
    private final MastershipChangeRegistration registration = mock(MastershipChangeRegistration.class);
    private final DeviceInfo device = mock(DeviceInfo.class);
    private MastershipListener listener;

    QuickReconnectTest() {
        super(SERVED, new Network(Set.of(A), Map.of(), Set.of()));
    }

    @BeforeEach
    void register() {
        when(device.getNodeId()).thenReturn(new NodeId(A));
        when(plugin.register(any())).thenReturn(registration);
        listener = new MastershipListener(plugin, loop, flows);
        verify(plugin).register(listener);
        loop.advance(AUDIT);
    }

    @Test
    void whatTheSwitchLacksIsSentWhenItIsBack() {
        fake(A).disconnect();
        listener.onLoseOwnership(device);
        assertEquals(Set.of(FlowStatus.RuleState.INSTALLED), states(), "decided on the event loop");
        loop.run();
        assertEquals(Set.of(FlowStatus.RuleState.PENDING), states());
        fake(A).install(List.of());
        fake(A).sent();
        fake(A).reconnect();
        listener.onBecomeOwner(device);
        loop.advance(SOON);
        assertEquals(Set.of(FlowStatus.RuleState.INSTALLED), states());
        assertFalse(fake(A).sent().isEmpty());
    }

    @Test
    void aReadingOfTheOldSessionDoesNotCount() {
        fake(A).holdTables();
        listener.onLoseOwnership(device);
        loop.run();
        final int requests = fake(A).requests();
        listener.onBecomeOwner(device);
        fake(A).releaseTables();
        loop.run();
        assertTrue(fake(A).requests() > requests, "the switch is read again");
    }

    @Test
    void anUnknownSwitchHasNoSessionToEnd() {
        when(device.getNodeId()).thenReturn(new NodeId("openflow:9"));
        listener.onLoseOwnership(device);
        loop.run();
        assertEquals(Set.of(FlowStatus.RuleState.INSTALLED), states());
    }

    @Test
    void closeEndsTheRegistration() throws Exception {
        listener.close();
        verify(registration).close();
    }
}
