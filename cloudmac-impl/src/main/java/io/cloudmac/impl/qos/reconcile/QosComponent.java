// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.qos.reconcile;

import io.cloudmac.impl.alarms.AlarmBoard;
import io.cloudmac.impl.changes.ChangeWriter;
import io.cloudmac.impl.config.ConfigurationSource;
import io.cloudmac.impl.core.EventLoop;
import io.cloudmac.impl.events.EventJournal;
import io.cloudmac.impl.qos.rows.OvsdbPort;
import io.cloudmac.impl.topology.InterSwitchPorts;
import java.util.List;
import org.opendaylight.mdsal.binding.api.ClusteredDataTreeChangeListener;
import org.opendaylight.mdsal.binding.api.DataBroker;
import org.opendaylight.mdsal.binding.api.DataTreeIdentifier;
import org.opendaylight.mdsal.binding.api.NotificationPublishService;
import org.opendaylight.mdsal.binding.api.RpcProviderService;
import org.opendaylight.mdsal.common.api.LogicalDatastoreType;
import org.opendaylight.yang.gen.v1.urn.cloudmac.ovsdb.rev261121.OvsdbState;
import org.opendaylight.yangtools.concepts.Registration;
import org.opendaylight.yangtools.yang.binding.DataObject;
import org.opendaylight.yangtools.yang.binding.InstanceIdentifier;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;

/** The OSGi component for QoS: it connects the reconciler with its event sources and registers the RPCs. */
@Component(service = {})
public final class QosComponent {
    private final QosReconciler reconciler;
    private final LinkWait links;
    private final List<Registration> registrations;

    /** Starts to reconcile the rows of the switches with the policies. */
    @Activate
    public QosComponent(@Reference final DataBroker broker, @Reference final EventLoop loop,
            @Reference final ConfigurationSource configuration, @Reference final InterSwitchPorts ports,
            @Reference final NotificationPublishService notifications, @Reference final EventJournal events,
            @Reference final AlarmBoard alarms, @Reference final RpcProviderService rpcs,
            @Reference final ChangeWriter writer) {
        reconciler = new QosReconciler(broker, loop, ports, notifications, events, alarms);
        links = new LinkWait(ports, loop);
        registrations = List.of(
            configuration.listen(reconciler::trigger),
            ports.listen(changed -> reconciler.trigger()),
            watch(broker, LogicalDatastoreType.CONFIGURATION, OvsdbPort.TOPOLOGY),
            watch(broker, LogicalDatastoreType.OPERATIONAL, OvsdbPort.TOPOLOGY),
            watch(broker, LogicalDatastoreType.OPERATIONAL, InstanceIdentifier.create(OvsdbState.class)),
            rpcs.registerRpcImplementations(new QosRpcs(writer, reconciler, links, loop).implementations()));
    }

    /** Stops the reconciler; the configured rows stay. */
    @Deactivate
    public void close() {
        registrations.forEach(Registration::close);
        links.close();
        reconciler.close();
    }

    private <T extends DataObject> Registration watch(final DataBroker broker, final LogicalDatastoreType store,
            final InstanceIdentifier<T> path) {
        final ClusteredDataTreeChangeListener<T> listener = changes -> reconciler.trigger();
        return broker.registerDataTreeChangeListener(DataTreeIdentifier.create(store, path), listener);
    }
}
