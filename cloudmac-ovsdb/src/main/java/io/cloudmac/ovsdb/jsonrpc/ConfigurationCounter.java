// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.ovsdb.jsonrpc;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.cloudmac.ovsdb.db.DbSchema;
import io.cloudmac.ovsdb.plan.Tables;

/**
 * How ovs-vswitchd tells that it has acted: whoever changes its database raises next_cfg with it, and
 * ovs-vswitchd sets cur_cfg to that once the switch is as the database says. A row can be in the database long
 * before it is in the kernel.
 */
final class ConfigurationCounter {
    private static final String COLUMN = "next_cfg";

    private ConfigurationCounter() {
    }

    /** Whether the database of this schema has the counter. */
    static boolean in(final DbSchema schema) {
        return schema.tables().containsKey(Tables.OPEN_VSWITCH)
            && schema.tables().get(Tables.OPEN_VSWITCH).containsKey(COLUMN);
    }

    /** The operation that raises it: the last one of a transaction. */
    static ObjectNode raise() {
        final ObjectNode operation = JsonNodeFactory.instance.objectNode().put("op", "mutate")
            .put("table", Tables.OPEN_VSWITCH);
        operation.putArray("where");
        operation.putArray("mutations").addArray().add(COLUMN).add("+=").add(1);
        return operation;
    }

    /**
     * Takes its result out of the reply to a transaction, of which only the others are of interest.
     *
     * @param operations how many others there were; a commit that failed has one result more, behind ours
     */
    static JsonNode without(final JsonNode reply, final int operations) {
        if (reply instanceof ArrayNode results && results.size() > operations) {
            results.remove(operations);
        }
        return reply;
    }
}
