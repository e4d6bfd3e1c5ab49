// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.cli;

import org.apache.karaf.shell.api.action.Action;
import org.apache.karaf.shell.api.action.Option;
import org.apache.karaf.shell.api.action.lifecycle.Reference;
import org.apache.karaf.shell.support.table.ShellTable;
import org.opendaylight.mdsal.binding.api.DataBroker;
import org.opendaylight.mdsal.common.api.LogicalDatastoreType;
import org.opendaylight.yangtools.yang.binding.DataObject;
import org.opendaylight.yangtools.yang.binding.InstanceIdentifier;

/**
 * The base class of the commands that show data as a table.
 *
 * @param <D> type of the container that the data is read from
 */
abstract class DataTableCommand<D extends DataObject> implements Action {
    @Reference
    private DataBroker broker;

    @Option(name = "--no-format", description = "Prints values separated by tabs, without a header, for scripts")
    private boolean unformatted;

    private final LogicalDatastoreType store;
    private final InstanceIdentifier<D> path;
    private final String[] columns;
    private final String whenEmpty;

    DataTableCommand(final LogicalDatastoreType store, final InstanceIdentifier<D> path, final String whenEmpty,
            final String... columns) {
        this.store = store;
        this.path = path;
        this.whenEmpty = whenEmpty;
        this.columns = columns.clone();
    }

    /** Adds the rows of the data to the table. */
    abstract void fill(ShellTable table, D data);

    @Override
    @SuppressWarnings("checkstyle:RegexpSinglelineJava")
    public Object execute() {
        table(StateReader.read(broker, store, path).orElse(null)).print(System.out, !unformatted);
        return null;
    }

    /** Returns the table of the data; null: there is none. */
    final ShellTable table(final D data) {
        final ShellTable table = new ShellTable().emptyTableText(whenEmpty);
        for (final String column : columns) {
            table.column(column);
        }
        if (data != null) {
            fill(table, data);
        }
        return table;
    }
}
