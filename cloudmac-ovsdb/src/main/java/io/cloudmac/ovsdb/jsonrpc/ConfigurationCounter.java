// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.ovsdb.jsonrpc;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.cloudmac.ovsdb.db.DbSchema;
import io.cloudmac.ovsdb.plan.Tables;

/**
 * Reads and raises the configuration counter by which ovs-vswitchd reports progress.
 *
 * <p>Whoever changes the database raises next_cfg in the same transaction. ovs-vswitchd sets cur_cfg to the
 * same value when it has applied the change. A row can be in the database long before it is in the kernel.
 */
final class ConfigurationCounter {
    private static final String COLUMN = "next_cfg";

    private ConfigurationCounter() {
    }

    /** Returns true if the database of this schema has the counter. */
    static boolean in(final DbSchema schema) {
        return schema.tables().containsKey(Tables.OPEN_VSWITCH)
            && schema.tables().get(Tables.OPEN_VSWITCH).containsKey(COLUMN);
    }

    /** Returns the operation that raises the counter. It is the last one of a transaction. */
    static ObjectNode raise() {
        final ObjectNode operation = JsonNodeFactory.instance.objectNode().put("op", "mutate")
            .put("table", Tables.OPEN_VSWITCH);
        operation.putArray("where");
        operation.putArray("mutations").addArray().add(COLUMN).add("+=").add(1);
        return operation;
    }

    /**
     * Removes the counter's result from the reply to a transaction.
     *
     * @param operations number of the other operations; the result of a failed commit follows the counter's
     */
    static JsonNode without(final JsonNode reply, final int operations) {
        if (reply instanceof ArrayNode results && results.size() > operations) {
            results.remove(operations);
        }
        return reply;
    }
}
