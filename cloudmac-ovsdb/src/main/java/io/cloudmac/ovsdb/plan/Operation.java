// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.ovsdb.plan;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.cloudmac.ovsdb.db.Datum;
import io.cloudmac.ovsdb.db.DatumCodec;
import io.cloudmac.ovsdb.db.RowKey;
import java.util.Map;
import java.util.UUID;

/** One operation of a transaction (RFC 7047, section 5.2), with the entry that it serves. */
public sealed interface Operation {
    /** Returns the entry that this operation serves, configured or no longer configured. */
    RowKey key();

    /** Returns the table of the operation. */
    String table();

    /** Returns the JSON form. */
    ObjectNode toJson();

    /** Inserts a row. */
    record Insert(RowKey key, String table, String uuidName, Map<String, Datum> columns) implements Operation {
        /** Creates an insert into the entry's own table. */
        public Insert(final RowKey key, final String uuidName, final Map<String, Datum> columns) {
            this(key, key.table(), uuidName, columns);
        }

        @Override
        public ObjectNode toJson() {
            final ObjectNode json = OperationJson.named("insert", table);
            json.put("uuid-name", uuidName);
            json.set("row", DatumCodec.encodeRow(columns));
            return json;
        }
    }

    /** Changes columns of one row. */
    record Update(RowKey key, String table, UUID uuid, Map<String, Datum> columns) implements Operation {
        /** Creates an update in the entry's own table. */
        public Update(final RowKey key, final UUID uuid, final Map<String, Datum> columns) {
            this(key, key.table(), uuid, columns);
        }

        @Override
        public ObjectNode toJson() {
            final ObjectNode json = OperationJson.where(OperationJson.named("update", table), uuid);
            json.set("row", DatumCodec.encodeRow(columns));
            return json;
        }
    }

    /** Adds references to a set column, or removes them, without changing the other elements. */
    record Mutate(RowKey key, String table, UUID uuid, String column, boolean insert, Datum references)
            implements Operation {
        @Override
        public ObjectNode toJson() {
            final ObjectNode json = OperationJson.where(OperationJson.named("mutate", table), uuid);
            json.putArray("mutations").addArray().add(column).add(insert ? "insert" : "delete")
                .add(DatumCodec.encode(references));
            return json;
        }
    }

    /** Deletes one row. */
    record Delete(RowKey key, UUID uuid) implements Operation {
        @Override
        public String table() {
            return key.table();
        }

        @Override
        public ObjectNode toJson() {
            return OperationJson.where(OperationJson.named("delete", key.table()), uuid);
        }
    }

    /**
     * Aborts the transaction if the row has changed since the plan was made, so that the plan overwrites no
     * unseen change.
     */
    record Wait(RowKey key, String table, UUID uuid, Map<String, Datum> columns) implements Operation {
        /** Creates a wait on the entry's own table. */
        public Wait(final RowKey key, final UUID uuid, final Map<String, Datum> columns) {
            this(key, key.table(), uuid, columns);
        }

        @Override
        public ObjectNode toJson() {
            final ObjectNode json = OperationJson.where(OperationJson.named("wait", table), uuid);
            json.put("timeout", 0).put("until", "==");
            final ArrayNode names = json.putArray("columns");
            columns.keySet().forEach(names::add);
            json.putArray("rows").add(DatumCodec.encodeRow(columns));
            return json;
        }
    }

    /**
     * Aborts the transaction if a row to insert already exists. So no row is inserted twice, whatever
     * happened to an earlier transaction or another controller does.
     *
     * @param column column that identifies the row
     * @param value  value that identifies it; a map may have further entries
     */
    record WaitAbsent(RowKey key, String table, String column, Datum value) implements Operation {
        /** Creates a check for an independent row, by its mark. */
        public WaitAbsent(final RowKey key) {
            this(key, key.table(), Tables.EXTERNAL_IDS, Datum.ofMap(Map.of(Tables.mark(key.table()), key.id())));
        }

        @Override
        public ObjectNode toJson() {
            final ObjectNode json = OperationJson.named("wait", table);
            json.put("timeout", 0).put("until", "==");
            json.putArray("where").addArray().add(column).add("includes").add(DatumCodec.encode(value));
            json.putArray("columns").add(column);
            json.putArray("rows");
            return json;
        }
    }
}
