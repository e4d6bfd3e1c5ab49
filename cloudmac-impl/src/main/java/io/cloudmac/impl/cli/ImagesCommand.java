// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.cli;

import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.apache.karaf.shell.support.table.ShellTable;
import org.opendaylight.mdsal.common.api.LogicalDatastoreType;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.Tenants;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.tenants.Tenant;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.tenants.tenant.Image;
import org.opendaylight.yangtools.yang.binding.InstanceIdentifier;

/** The command {@code cloudmac:images}. */
@Service
@Command(scope = "cloudmac", name = "images", description = "Shows the configured images, and how many LVNFs have each")
public final class ImagesCommand extends DataTableCommand<Tenants> {
    /** Creates the command. */
    public ImagesCommand() {
        super(LogicalDatastoreType.CONFIGURATION, InstanceIdentifier.create(Tenants.class), "No image is configured",
            "Tenant", "Image", "Kind", "Ports", "LVNFs");
    }

    @Override
    void fill(final ShellTable table, final Tenants tenants) {
        for (final Tenant tenant : Cells.sorted(tenants.nonnullTenant().values(),
                each -> each.requireName().getValue())) {
            for (final Image image : Cells.sorted(tenant.nonnullImage().values(),
                    each -> each.requireName().getValue())) {
                table.addRow().addContent(tenant.requireName().getValue(), image.requireName().getValue(),
                    image.getProgram() == null ? "bpf" : "program", Cells.of(image.getPorts()),
                    tenant.nonnullLvnf().values().stream()
                        .filter(lvnf -> image.getName().equals(lvnf.getImage())).count());
            }
        }
    }
}
