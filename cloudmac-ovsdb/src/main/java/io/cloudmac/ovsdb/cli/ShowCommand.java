// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.ovsdb.cli;

import java.util.Collection;
import java.util.List;
import org.apache.karaf.shell.api.action.Action;
import org.apache.karaf.shell.api.action.Argument;
import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.Completion;
import org.apache.karaf.shell.api.action.lifecycle.Reference;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.opendaylight.mdsal.binding.api.DataBroker;

/** Prints the contents of switches. */
@Service
@Command(scope = "ovsdb", name = "show", description = "Prints the contents of switches, named as in the topology")
public final class ShowCommand implements Action {
    @Reference
    private DataBroker broker;

    @Argument(name = "node", description = "Only this switch: its node id, or a unique start of the node id or UUID")
    @Completion(NodeCompleter.class)
    private String node;

    @Override
    @SuppressWarnings("checkstyle:RegexpSinglelineJava")
    public Object execute() {
        final Switches switches = SwitchesReader.read(broker);
        final Collection<String> ids = node == null ? switches.ids() : List.of(switches.resolve(node));
        if (ids.isEmpty()) {
            System.out.println("No switch is connected or configured");
        }
        ids.forEach(id -> System.out.print(SwitchTree.of(switches, id)));
        return null;
    }
}
