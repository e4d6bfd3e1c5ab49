// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.topology;

import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.opendaylight.mdsal.binding.api.ClusteredDataTreeChangeListener;
import org.opendaylight.mdsal.binding.api.DataTreeModification;
import org.opendaylight.yang.gen.v1.urn.opendaylight.flow.inventory.rev130819.FlowCapableNodeConnector;
import org.opendaylight.yang.gen.v1.urn.opendaylight.inventory.rev130819.node.NodeConnector;

/** The ports of the connected switches, read from {@code opendaylight-inventory}. */
final class PortTable implements ClusteredDataTreeChangeListener<NodeConnector> {
    private static final long BITS_PER_KILOBIT = 1000;

    /**
     * A port with its state.
     *
     * @param port the port
     * @param up false if the switch reports that its link is down
     */
    record PortStatus(InterSwitchPorts.Port port, boolean up) {
    }

    private final Map<PortId, PortStatus> entries = new ConcurrentHashMap<>();
    private final Runnable changed;

    /** Creates a table that runs {@code changed} on a thread of the datastore when a port has changed. */
    PortTable(final Runnable changed) {
        this.changed = changed;
    }

    /** Returns a port; empty if it is not known. */
    Optional<PortStatus> port(final PortId id) {
        return Optional.ofNullable(entries.get(id));
    }

    Map<PortId, PortStatus> entries() {
        return Map.copyOf(entries);
    }

    /** Returns true if a port is up, or if its switch is disconnected and the port's state is unknown. */
    static boolean isUp(final Map<PortId, PortStatus> entries, final PortId port) {
        final PortStatus entry = entries.get(port);
        return entry == null || entry.up();
    }

    @Override
    public void onDataTreeChanged(final Collection<DataTreeModification<NodeConnector>> changes) {
        boolean differs = false;
        for (final var change : changes) {
            final var key = change.getRootPath().getRootIdentifier().firstKeyOf(NodeConnector.class);
            final PortId id = PortId.parse(key.getId().getValue()).orElse(null);
            if (id == null) {
                continue;
            }
            final NodeConnector after = change.getRootNode().getDataAfter();
            final FlowCapableNodeConnector port = after == null ? null
                : after.augmentation(FlowCapableNodeConnector.class);
            final PortStatus entry = port == null ? null : entry(id, port);
            if (entry != null) {
                differs |= !entry.equals(entries.put(id, entry));
            } else if (after == null) {
                differs |= entries.remove(id) != null;
            }
        }
        if (differs) {
            changed.run();
        }
    }

    private static PortStatus entry(final PortId id, final FlowCapableNodeConnector port) {
        final String name = port.getName() == null ? id.toString() : port.getName();
        final long speed = port.getCurrentSpeed() == null ? 0 : port.getCurrentSpeed().longValue() * BITS_PER_KILOBIT;
        final boolean down = port.getState() != null && Boolean.TRUE.equals(port.getState().getLinkDown());
        return new PortStatus(new InterSwitchPorts.Port(id.toString(), id.node(), id.number(), name, speed), !down);
    }
}
