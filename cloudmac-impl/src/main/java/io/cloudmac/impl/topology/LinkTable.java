// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.topology;

import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import org.opendaylight.mdsal.binding.api.ClusteredDataTreeChangeListener;
import org.opendaylight.mdsal.binding.api.DataTreeModification;
import org.opendaylight.yang.gen.v1.urn.tbd.params.xml.ns.yang.network.topology.rev131021.network.topology.topology.Link;

/** The links that LLDP currently shows in at least one direction. */
final class LinkTable implements ClusteredDataTreeChangeListener<Link> {
    private final Map<String, InterSwitchLink> links = new ConcurrentHashMap<>();
    private final Runnable changed;

    /** Creates a table that runs {@code changed} on a thread of the datastore after each change. */
    LinkTable(final Runnable changed) {
        this.changed = changed;
    }

    Set<InterSwitchLink> links() {
        return new TreeSet<>(links.values());
    }

    @Override
    public void onDataTreeChanged(final Collection<DataTreeModification<Link>> changes) {
        for (final var change : changes) {
            final var node = change.getRootNode();
            final var after = node.getDataAfter();
            if (after == null) {
                links.remove(node.getDataBefore().getLinkId().getValue());
                continue;
            }
            final var low = PortId.parse(after.getSource().getSourceTp().getValue());
            final var high = PortId.parse(after.getDestination().getDestTp().getValue());
            if (low.isPresent() && high.isPresent() && !low.orElseThrow().node().equals(high.orElseThrow().node())) {
                links.put(after.getLinkId().getValue(), InterSwitchLink.between(low.orElseThrow(), high.orElseThrow()));
            }
        }
        changed.run();
    }
}
