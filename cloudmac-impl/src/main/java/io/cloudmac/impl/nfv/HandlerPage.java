// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.nfv;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.cloudmac.impl.session.Json;
import java.net.ProtocolException;
import java.util.List;

/**
 * Entries of a handler.
 *
 * @param entries the entries, in the order of the node
 * @param more whether there are others after them
 */
public record HandlerPage(List<HandlerEntry> entries, boolean more) {
    /**
     * An entry of a handler.
     *
     * @param key its key
     * @param value its value
     */
    public record HandlerEntry(JsonNode key, JsonNode value) {
        static HandlerEntry read(final ObjectNode object) throws ProtocolException {
            return new HandlerEntry(Json.value(object, "key"), Json.value(object, "value"));
        }
    }

    public HandlerPage {
        entries = List.copyOf(entries);
    }

    static HandlerPage read(final ObjectNode result) throws ProtocolException {
        return new HandlerPage(Json.list(result, "entries", HandlerEntry::read), Json.bool(result, "more"));
    }
}
