// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.ovsdb.cli;

import org.apache.karaf.shell.api.action.Action;
import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.Option;
import org.apache.karaf.shell.api.action.lifecycle.Reference;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.opendaylight.mdsal.binding.api.DataBroker;

/** Lists the configured entries that are not active. */
@Service
@Command(scope = "ovsdb", name = "errors", description = "Lists the configured entries that a switch refused")
public final class ErrorsCommand implements Action {
    @Reference
    private DataBroker broker;

    @Option(name = "-a", aliases = "--all", description = "Also list pending entries")
    private boolean all;

    @Option(name = "--json", description = "Print JSON")
    private boolean json;

    @Override
    @SuppressWarnings("checkstyle:RegexpSinglelineJava")
    public Object execute() {
        final Switches switches = SwitchesReader.read(broker);
        final TextTable rows = ErrorTable.of(switches, all);
        if (json) {
            System.out.println(rows.json());
        } else if (rows.rows().isEmpty()) {
            System.out.println(ErrorTable.none(switches, all));
        } else {
            rows.print(System.out);
        }
        return null;
    }
}
