// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.ovsdb.plan;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.cloudmac.ovsdb.db.Datum;
import io.cloudmac.ovsdb.db.DatumCodec;
import io.cloudmac.ovsdb.db.RowKey;
import java.util.Map;
import java.util.UUID;

/** One operation of a transaction (RFC 7047, section 5.2), and on whose behalf it is done. */
public sealed interface Operation {
    /** The configured, or no longer configured, entry that this is for. */
    RowKey key();

    /** The table that it is done in. */
    String table();

    /** Its JSON form. */
    ObjectNode toJson();

    /** Makes a row. */
    record Insert(RowKey key, String table, String uuidName, Map<String, Datum> columns) implements Operation {
        /** A row of the entry's own table. */
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
        /** A row of the entry's own table. */
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

    /** Puts references into a set column, or takes them out, whatever else is in it. */
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
     * Aborts the transaction unless the row still is as we saw it when we decided: nobody's change is
     * overwritten unseen.
     */
    record Wait(RowKey key, String table, UUID uuid, Map<String, Datum> columns) implements Operation {
        /** A row of the entry's own table. */
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
     * Aborts the transaction if a row that we are about to make is there after all, so that none is ever
     * made twice, whatever became of an earlier transaction or is done by another controller.
     *
     * @param column where the row would be known by
     * @param value  what it would have there, for a map among other things
     */
    record WaitAbsent(RowKey key, String table, String column, Datum value) implements Operation {
        /** A row that stands for itself, by its mark. */
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
