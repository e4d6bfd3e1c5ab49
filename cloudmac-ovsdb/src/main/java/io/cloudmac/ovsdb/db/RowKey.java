// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.ovsdb.db;

/**
 * Identifies a configured entry or a row, even if the switch does not have it.
 *
 * @param table table of the database
 * @param id    identifier in the mark for a row of this controller, the name for any other row
 */
public record RowKey(String table, String id) implements Comparable<RowKey> {
    @Override
    public int compareTo(final RowKey other) {
        final int byTable = table.compareTo(other.table);
        return byTable != 0 ? byTable : id.compareTo(other.id);
    }

    @Override
    public String toString() {
        return table + " " + id;
    }
}
