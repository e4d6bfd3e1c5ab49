// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.cli;

import org.opendaylight.mdsal.common.api.LogicalDatastoreType;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.CloudmacState;

/** The base class of the commands that show part of the state as a table. */
abstract class TableCommand extends DataTableCommand<CloudmacState> {
    TableCommand(final String whenEmpty, final String... columns) {
        super(LogicalDatastoreType.OPERATIONAL, StateReader.STATE, whenEmpty, columns);
    }
}
