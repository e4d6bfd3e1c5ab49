// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.trigger;

import io.cloudmac.impl.nfv.LvnfId;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.LvnfName;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.tenants.Tenant;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.tenants.tenant.Lvnf;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.tenants.tenant.LvnfKey;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.tenants.tenant.Trigger;

/** Computes which node has which triggers of a tenant. */
final class TriggerConfiguration {
    private TriggerConfiguration() {
    }

    /** Returns the triggers of a tenant by node and by their names there. */
    static Map<String, Map<String, NodeTrigger>> of(final Tenant tenant) {
        final String name = tenant.requireName().getValue();
        final Map<String, Map<String, NodeTrigger>> nodes = new HashMap<>();
        for (final Trigger trigger : tenant.nonnullTrigger().values()) {
            final NodeTrigger atNode = atNode(name, trigger);
            nodes(tenant, trigger).forEach(node ->
                nodes.computeIfAbsent(node, key -> new HashMap<>()).put(atNode.name(), atNode));
        }
        return nodes;
    }

    /** Returns the nodes of the LVNFs that a trigger is for. */
    private static Set<String> nodes(final Tenant tenant, final Trigger trigger) {
        final Set<String> nodes = new HashSet<>();
        final LvnfName only = trigger.getLvnf();
        if (only == null) {
            tenant.nonnullLvnf().values().forEach(lvnf -> nodes.add(lvnf.requirePacketNode().getValue()));
        } else {
            final Lvnf lvnf = tenant.nonnullLvnf().get(new LvnfKey(only));
            if (lvnf != null) {
                nodes.add(lvnf.requirePacketNode().getValue());
            }
        }
        return nodes;
    }

    private static NodeTrigger atNode(final String tenant, final Trigger trigger) {
        final LvnfName only = trigger.getLvnf();
        return new NodeTrigger(new TriggerId(tenant, trigger.requireName().getValue()).atNode(),
            only == null ? new LvnfId(tenant, "*").atNode() : new LvnfId(tenant, only.getValue()).atNode(),
            trigger.requireMetric().getName().replace('-', '_'),
            trigger.requireRelation().getName().toUpperCase(Locale.ROOT),
            trigger.requireValue().getValue().scaleTo(NodeTrigger.SCALE).unscaledValue(),
            trigger.getPort() == null ? OptionalInt.empty() : OptionalInt.of(trigger.getPort().intValue()));
    }
}
