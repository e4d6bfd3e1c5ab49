// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.flow.program;

import org.opendaylight.yang.gen.v1.urn.opendaylight.flow.inventory.rev130819.FlowCapableNode;
import org.opendaylight.yang.gen.v1.urn.opendaylight.flow.inventory.rev130819.FlowId;
import org.opendaylight.yang.gen.v1.urn.opendaylight.flow.inventory.rev130819.meters.MeterKey;
import org.opendaylight.yang.gen.v1.urn.opendaylight.flow.inventory.rev130819.tables.Table;
import org.opendaylight.yang.gen.v1.urn.opendaylight.flow.inventory.rev130819.tables.TableKey;
import org.opendaylight.yang.gen.v1.urn.opendaylight.flow.inventory.rev130819.tables.table.Flow;
import org.opendaylight.yang.gen.v1.urn.opendaylight.flow.inventory.rev130819.tables.table.FlowKey;
import org.opendaylight.yang.gen.v1.urn.opendaylight.inventory.rev130819.NodeId;
import org.opendaylight.yang.gen.v1.urn.opendaylight.inventory.rev130819.NodeRef;
import org.opendaylight.yang.gen.v1.urn.opendaylight.inventory.rev130819.Nodes;
import org.opendaylight.yang.gen.v1.urn.opendaylight.inventory.rev130819.nodes.Node;
import org.opendaylight.yang.gen.v1.urn.opendaylight.inventory.rev130819.nodes.NodeKey;
import org.opendaylight.yang.gen.v1.urn.opendaylight.meter.types.rev130918.MeterId;
import org.opendaylight.yangtools.yang.binding.InstanceIdentifier;
import org.opendaylight.yangtools.yang.common.Uint32;
import org.opendaylight.yangtools.yang.common.Uint8;

/** Builds the paths of nodes, flows and meters in {@code opendaylight-inventory}. */
final class InventoryPaths {
    private InventoryPaths() {
    }

    static InstanceIdentifier<Node> node(final String node) {
        return InstanceIdentifier.create(Nodes.class).child(Node.class, new NodeKey(new NodeId(node)));
    }

    static NodeRef nodeRef(final String node) {
        return new NodeRef(node(node));
    }

    static InstanceIdentifier<Table> table(final String node, final int table) {
        return node(node).augmentation(FlowCapableNode.class).child(Table.class, new TableKey(Uint8.valueOf(table)));
    }

    static InstanceIdentifier<Flow> flow(final String node, final int table, final String id) {
        return table(node, table).child(Flow.class, new FlowKey(new FlowId(id)));
    }

    static InstanceIdentifier<org.opendaylight.yang.gen.v1.urn.opendaylight.flow.inventory.rev130819.meters.Meter>
            meter(final String node, final int number) {
        return node(node).augmentation(FlowCapableNode.class).child(
            org.opendaylight.yang.gen.v1.urn.opendaylight.flow.inventory.rev130819.meters.Meter.class,
            new MeterKey(new MeterId(Uint32.valueOf(number))));
    }
}
