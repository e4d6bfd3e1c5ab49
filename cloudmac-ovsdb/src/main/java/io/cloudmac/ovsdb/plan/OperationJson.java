// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.ovsdb.plan;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.cloudmac.ovsdb.db.DatumCodec;
import java.util.UUID;

/** Builds the JSON members that all operations share. */
final class OperationJson {
    private OperationJson() {
    }

    static ObjectNode named(final String op, final String table) {
        return JsonNodeFactory.instance.objectNode().put("op", op).put("table", table);
    }

    /** Restricts an operation to one row. */
    static ObjectNode where(final ObjectNode json, final UUID uuid) {
        json.putArray("where").addArray().add("_uuid").add("==").add(DatumCodec.encodeUuid(uuid));
        return json;
    }
}
