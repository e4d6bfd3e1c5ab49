// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.ovsdb.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.karaf.shell.support.table.ShellTable;

/**
 * A table that prints as text or JSON.
 *
 * @param columns titles
 * @param rows    values; null means unknown
 */
record TextTable(List<String> columns, List<List<Object>> rows) {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    /** Creates an empty table. */
    static TextTable of(final String... columns) {
        return new TextTable(List.of(columns), new ArrayList<>());
    }

    /** Prints the table as text. */
    void print(final PrintStream out) {
        final ShellTable table = new ShellTable();
        columns.forEach(table::column);
        rows.forEach(row -> table.addRow().addContent(row.stream().map(Text::of).toArray()));
        table.print(out);
    }

    /** Returns a JSON array with an object for each row, without unknown values. */
    String json() {
        final List<Map<String, Object>> objects = rows.stream().map(this::object).toList();
        try {
            return MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(objects);
        } catch (final JsonProcessingException e) {
            throw new IllegalStateException("cannot encode as JSON: " + objects, e);
        }
    }

    private Map<String, Object> object(final List<Object> row) {
        final Map<String, Object> object = new LinkedHashMap<>();
        for (int i = 0; i < row.size(); i++) {
            if (row.get(i) != null) {
                object.put(columns.get(i).toLowerCase(Locale.ROOT).replace(' ', '-'), row.get(i));
            }
        }
        return object;
    }
}
