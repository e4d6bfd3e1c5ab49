// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.cli;

import org.apache.karaf.shell.api.action.Action;
import org.apache.karaf.shell.api.action.Option;
import org.apache.karaf.shell.api.action.lifecycle.Reference;
import org.apache.karaf.shell.support.table.ShellTable;
import org.opendaylight.mdsal.binding.api.DataBroker;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.CloudmacState;

/** The base class of the commands that show part of the state as a table. */
abstract class TableCommand implements Action {
    @Reference
    private DataBroker broker;

    @Option(name = "--no-format", description = "Prints values separated by tabs, without a header, for scripts")
    private boolean unformatted;

    private final String[] columns;
    private final String whenEmpty;

    TableCommand(final String whenEmpty, final String... columns) {
        this.whenEmpty = whenEmpty;
        this.columns = columns.clone();
    }

    /** Adds the rows of a state to the table. */
    abstract void fill(ShellTable table, CloudmacState state);

    @Override
    @SuppressWarnings("checkstyle:RegexpSinglelineJava")
    public Object execute() {
        table(StateReader.read(broker)).print(System.out, !unformatted);
        return null;
    }

    /** Returns the table of a state. */
    ShellTable table(final CloudmacState state) {
        final ShellTable table = new ShellTable().emptyTableText(whenEmpty);
        for (final String column : columns) {
            table.column(column);
        }
        fill(table, state);
        return table;
    }
}
