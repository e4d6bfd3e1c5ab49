// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.ovsdb.cli;

import java.util.List;
import org.apache.karaf.shell.api.action.lifecycle.Reference;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.apache.karaf.shell.api.console.CommandLine;
import org.apache.karaf.shell.api.console.Completer;
import org.apache.karaf.shell.api.console.Session;
import org.apache.karaf.shell.support.completers.StringsCompleter;
import org.opendaylight.mdsal.binding.api.DataBroker;

/** Completes the node ids of known switches. */
@Service
public final class NodeCompleter implements Completer {
    @Reference
    private DataBroker broker;

    @Override
    public int complete(final Session session, final CommandLine commandLine, final List<String> candidates) {
        return new StringsCompleter(SwitchesReader.read(broker).ids()).complete(session, commandLine, candidates);
    }
}
