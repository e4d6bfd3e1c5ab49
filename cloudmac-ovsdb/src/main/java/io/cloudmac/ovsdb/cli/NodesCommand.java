// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.ovsdb.cli;

import org.apache.karaf.shell.api.action.Action;
import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.Option;
import org.apache.karaf.shell.api.action.lifecycle.Reference;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.opendaylight.mdsal.binding.api.DataBroker;

/** Lists the switches. */
@Service
@Command(scope = "ovsdb", name = "nodes", description = "Lists the connected and the configured switches")
public final class NodesCommand implements Action {
    @Reference
    private DataBroker broker;

    @Option(name = "--json", description = "Print JSON")
    private boolean json;

    @Override
    @SuppressWarnings("checkstyle:RegexpSinglelineJava")
    public Object execute() {
        final TextTable rows = NodeTable.of(SwitchesReader.read(broker));
        if (json) {
            System.out.println(rows.json());
        } else if (rows.rows().isEmpty()) {
            System.out.println("No switch is connected or configured");
        } else {
            rows.print(System.out);
        }
        return null;
    }
}
