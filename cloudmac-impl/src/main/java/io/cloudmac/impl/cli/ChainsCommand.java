// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.cli;

import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.apache.karaf.shell.support.table.ShellTable;
import org.opendaylight.mdsal.common.api.LogicalDatastoreType;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.ChainState;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.chain.state.Chain;
import org.opendaylight.yangtools.yang.binding.InstanceIdentifier;

/** The command {@code cloudmac:chains}. */
@Service
@Command(scope = "cloudmac", name = "chains", description = "Shows the chains of LVNFs, and why one waits")
public final class ChainsCommand extends DataTableCommand<ChainState> {
    /** Creates the command. */
    public ChainsCommand() {
        super(LogicalDatastoreType.OPERATIONAL, InstanceIdentifier.create(ChainState.class), "No chain is configured",
            "Tenant", "Chain", "Status", "Rules", "Segments", "Reason");
    }

    @Override
    void fill(final ShellTable table, final ChainState state) {
        for (final Chain chain : Cells.sorted(state.nonnullChain().values(),
                each -> each.requireTenant().getValue() + "/" + each.requireName().getValue())) {
            table.addRow().addContent(chain.requireTenant().getValue(), chain.requireName().getValue(),
                Cells.of(chain.getStatus()), Cells.of(chain.getRules()),
                chain.getSegment() == null ? "" : Cells.list(chain.getSegment(),
                    vlan -> vlan.getValue().toString()), Cells.of(chain.getReason()));
        }
    }
}
