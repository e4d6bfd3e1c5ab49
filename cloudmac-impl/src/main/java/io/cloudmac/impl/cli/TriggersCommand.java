// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.cli;

import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.apache.karaf.shell.support.table.ShellTable;
import org.opendaylight.mdsal.common.api.LogicalDatastoreType;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.Tenants;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.tenants.Tenant;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.tenants.tenant.Trigger;
import org.opendaylight.yangtools.yang.binding.InstanceIdentifier;

/** The command {@code cloudmac:triggers}. */
@Service
@Command(scope = "cloudmac", name = "triggers", description = "Shows the configured triggers")
public final class TriggersCommand extends DataTableCommand<Tenants> {
    /** Creates the command. */
    public TriggersCommand() {
        super(LogicalDatastoreType.CONFIGURATION, InstanceIdentifier.create(Tenants.class), "No trigger is configured",
            "Tenant", "Trigger", "LVNF", "Port", "Metric", "Relation", "Value");
    }

    @Override
    void fill(final ShellTable table, final Tenants tenants) {
        for (final Tenant tenant : Cells.sorted(tenants.nonnullTenant().values(),
                each -> each.requireName().getValue())) {
            for (final Trigger trigger : Cells.sorted(tenant.nonnullTrigger().values(),
                    each -> each.requireName().getValue())) {
                table.addRow().addContent(tenant.requireName().getValue(), trigger.requireName().getValue(),
                    trigger.getLvnf() == null ? "all" : trigger.getLvnf().getValue(), Cells.of(trigger.getPort()),
                    trigger.requireMetric().getName(), trigger.requireRelation().getName(),
                    Cells.of(trigger.requireValue().getValue()));
            }
        }
    }
}
