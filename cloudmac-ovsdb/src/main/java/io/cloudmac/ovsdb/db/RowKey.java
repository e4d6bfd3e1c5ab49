// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.ovsdb.db;

/**
 * What identifies a row to us, whether it exists or not.
 *
 * @param table table of the database
 * @param id    for rows that we own the identifier in their mark, for others their name
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
