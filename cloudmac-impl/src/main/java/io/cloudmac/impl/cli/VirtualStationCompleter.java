// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.cli;

import java.util.List;
import org.apache.karaf.shell.api.action.lifecycle.Reference;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.apache.karaf.shell.api.console.CommandLine;
import org.apache.karaf.shell.api.console.Completer;
import org.apache.karaf.shell.api.console.Session;
import org.apache.karaf.shell.support.completers.StringsCompleter;
import org.opendaylight.mdsal.binding.api.DataBroker;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.CloudmacState;

/** A completer for the addresses of virtual stations. */
@Service
public final class VirtualStationCompleter implements Completer {
    @Reference
    private DataBroker broker;

    @Override
    public int complete(final Session session, final CommandLine commandLine, final List<String> candidates) {
        final CloudmacState state = StateReader.read(broker);
        return new StringsCompleter(state.nonnullVirtualStations().nonnullVirtualStation().values().stream()
            .map(each -> each.requireStation().getValue()).toList()).complete(session, commandLine, candidates);
    }
}
