// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.flow.program;

import io.cloudmac.impl.core.EventLoop;
import io.cloudmac.impl.flow.FlowProgram;
import org.opendaylight.openflowplugin.api.openflow.device.DeviceInfo;
import org.opendaylight.openflowplugin.api.openflow.mastership.MastershipChangeRegistration;
import org.opendaylight.openflowplugin.api.openflow.mastership.MastershipChangeService;
import org.opendaylight.openflowplugin.api.openflow.mastership.MastershipChangeServiceManager;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;

/**
 * Reports at once that the session of a switch has ended or a new one begins. The topology shows the end half a second
 * later, and not at all if the switch is back by then.
 */
@Component(service = {})
public final class MastershipListener implements MastershipChangeService {
    private final EventLoop loop;
    private final FlowProgram flows;
    private final MastershipChangeRegistration registration;

    /** Registers at the OpenFlow plugin. */
    @Activate
    public MastershipListener(@Reference final MastershipChangeServiceManager plugin, @Reference final EventLoop loop,
            @Reference final FlowProgram flows) {
        this.loop = loop;
        this.flows = flows;
        registration = plugin.register(this);
    }

    @Override
    @Deactivate
    public void close() throws Exception {
        registration.close();
    }

    /** {@inheritDoc} A reading that was requested since the end of the last session does not count. */
    @Override
    public void onBecomeOwner(final DeviceInfo device) {
        onLoseOwnership(device);
    }

    @Override
    public void onLoseOwnership(final DeviceInfo device) {
        final String node = device.getNodeId().getValue();
        loop.execute(() -> flows.onSessionEnded(node));
    }
}
