// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.cli;

import org.apache.karaf.shell.api.action.Action;
import org.apache.karaf.shell.api.action.Argument;
import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.Completion;
import org.apache.karaf.shell.api.action.Option;
import org.apache.karaf.shell.api.action.lifecycle.Reference;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.opendaylight.mdsal.binding.api.RpcConsumerRegistry;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.DrainWtp;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.DrainWtpInputBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.UndrainWtp;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.UndrainWtpInputBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.WtpId;

/** The command {@code cloudmac:drain}. */
@Service
@Command(scope = "cloudmac", name = "drain",
    description = "Hands all stations of a WTP over to other WTPs and binds no new ones to it; "
        + "cloudmac:wtps shows how many are left")
public final class DrainCommand implements Action {
    @Reference
    private RpcConsumerRegistry rpcs;

    @Option(name = "-u", aliases = "--undo", description = "Ends the draining: the WTP serves stations again")
    private boolean undo;

    @Argument(index = 0, name = "wtp", description = "The WTP", required = true)
    @Completion(WtpCompleter.class)
    private String wtp;

    @Override
    public Object execute() {
        final WtpId id = new WtpId(Cells.address(wtp));
        if (undo) {
            RpcCall.await(rpcs.getRpc(UndrainWtp.class).invoke(new UndrainWtpInputBuilder().setWtp(id).build()));
        } else {
            RpcCall.await(rpcs.getRpc(DrainWtp.class).invoke(new DrainWtpInputBuilder().setWtp(id).build()));
        }
        return null;
    }
}
