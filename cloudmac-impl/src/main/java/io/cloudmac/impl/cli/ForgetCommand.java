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
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.ForgetVap;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.ForgetVapInputBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.ForgetWtp;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.ForgetWtpInputBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.Bssid;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.WtpId;

/** The command {@code cloudmac:forget}. */
@Service
@Command(scope = "cloudmac", name = "forget",
    description = "Removes a WTP that is gone, or with --vap a VAP, from what the controller has learned")
public final class ForgetCommand implements Action {
    @Reference
    private RpcConsumerRegistry rpcs;

    @Option(name = "-v", aliases = "--vap", description = "The address is the BSSID of a VAP")
    private boolean isVap;

    @Argument(index = 0, name = "address", description = "The id of the WTP, or the BSSID of the VAP", required = true)
    @Completion(WtpCompleter.class)
    private String address;

    @Override
    public Object execute() {
        if (isVap) {
            RpcCall.await(rpcs.getRpc(ForgetVap.class).invoke(
                new ForgetVapInputBuilder().setBssid(new Bssid(Cells.address(address))).build()));
        } else {
            RpcCall.await(rpcs.getRpc(ForgetWtp.class).invoke(
                new ForgetWtpInputBuilder().setWtp(new WtpId(Cells.address(address))).build()));
        }
        return null;
    }
}
