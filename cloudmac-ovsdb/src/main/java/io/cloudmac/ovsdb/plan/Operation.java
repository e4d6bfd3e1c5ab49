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
    /** The configured, or no longer configured, row that this is for. */
    RowKey key();

    /** Its JSON form. */
    ObjectNode toJson();

    /** Makes a row. */
    record Insert(RowKey key, String uuidName, Map<String, Datum> columns) implements Operation {
        @Override
        public ObjectNode toJson() {
            final ObjectNode json = OperationJson.named("insert", key.table());
            json.put("uuid-name", uuidName);
            json.set("row", DatumCodec.encodeRow(columns));
            return json;
        }
    }

    /** Changes columns of one row. */
    record Update(RowKey key, UUID uuid, Map<String, Datum> columns) implements Operation {
        @Override
        public ObjectNode toJson() {
            final ObjectNode json = OperationJson.where(OperationJson.named("update", key.table()), uuid);
            json.set("row", DatumCodec.encodeRow(columns));
            return json;
        }
    }

    /** Deletes one row. */
    record Delete(RowKey key, UUID uuid) implements Operation {
        @Override
        public ObjectNode toJson() {
            return OperationJson.where(OperationJson.named("delete", key.table()), uuid);
        }
    }

    /**
     * Aborts the transaction unless the row still is as we saw it when we decided: nobody's change is
     * overwritten unseen.
     */
    record Wait(RowKey key, UUID uuid, Map<String, Datum> columns) implements Operation {
        @Override
        public ObjectNode toJson() {
            final ObjectNode json = OperationJson.where(OperationJson.named("wait", key.table()), uuid);
            json.put("timeout", 0).put("until", "==");
            final ArrayNode names = json.putArray("columns");
            columns.keySet().forEach(names::add);
            json.putArray("rows").add(DatumCodec.encodeRow(columns));
            return json;
        }
    }

    /**
     * Aborts the transaction if a row with this mark is there after all, so that none is ever made
     * twice, whatever became of an earlier transaction or is done by another controller.
     */
    record WaitAbsent(RowKey key) implements Operation {
        @Override
        public ObjectNode toJson() {
            final ObjectNode json = OperationJson.named("wait", key.table());
            json.put("timeout", 0).put("until", "==");
            json.putArray("where").addArray().add(Tables.EXTERNAL_IDS).add("includes")
                .add(DatumCodec.encode(Datum.ofMap(Map.of(Tables.mark(key.table()), key.id()))));
            json.putArray("columns").add(Tables.EXTERNAL_IDS);
            json.putArray("rows");
            return json;
        }
    }
}
