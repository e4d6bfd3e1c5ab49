// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.topology;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import org.opendaylight.mdsal.binding.api.DataBroker;
import org.opendaylight.mdsal.binding.api.DataTreeIdentifier;
import org.opendaylight.mdsal.common.api.LogicalDatastoreType;
import org.opendaylight.yang.gen.v1.urn.opendaylight.inventory.rev130819.Nodes;
import org.opendaylight.yang.gen.v1.urn.opendaylight.inventory.rev130819.node.NodeConnector;
import org.opendaylight.yang.gen.v1.urn.opendaylight.inventory.rev130819.nodes.Node;
import org.opendaylight.yangtools.concepts.Registration;
import org.opendaylight.yangtools.yang.binding.InstanceIdentifier;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;

/**
 * The ports that the switches have reported to any member, as the datastore has them. {@link DiscoveredTopology} finds
 * the links, and runs at the owner of the application only.
 */
@Component(service = KnownPorts.class)
public final class ReportedPorts implements KnownPorts {
    private static final InstanceIdentifier<NodeConnector> PORTS = InstanceIdentifier.create(Nodes.class)
        .child(Node.class).child(NodeConnector.class);

    private final KnownLinks links;
    private final PortTable ports = new PortTable(() -> { });
    private final Registration registration;

    /** Begins to follow the ports. */
    @Activate
    public ReportedPorts(@Reference final DataBroker broker, @Reference final KnownLinks links) {
        this.links = links;
        registration = broker.registerDataTreeChangeListener(
            DataTreeIdentifier.create(LogicalDatastoreType.OPERATIONAL, PORTS), ports);
    }

    @Deactivate
    void close() {
        registration.close();
    }

    @Override
    public List<InterSwitchPorts.Port> interSwitchPorts() {
        final Map<PortId, PortTable.PortStatus> entries = ports.entries();
        final TreeSet<PortId> ends = new TreeSet<>();
        links.storedLinks().stream()
            .filter(link -> PortTable.isUp(entries, link.low()) && PortTable.isUp(entries, link.high()))
            .forEach(link -> {
                ends.add(link.low());
                ends.add(link.high());
            });
        return ends.stream().map(id -> entries.containsKey(id) ? entries.get(id).port()
            : InterSwitchPorts.Port.disconnected(id)).toList();
    }

    @Override
    public Optional<InterSwitchPorts.Port> port(final String id) {
        return PortId.parse(id).flatMap(ports::port).map(PortTable.PortStatus::port);
    }
}
