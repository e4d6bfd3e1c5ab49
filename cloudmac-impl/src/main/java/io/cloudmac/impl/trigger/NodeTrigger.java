// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.trigger;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.cloudmac.impl.session.Json;
import java.math.BigDecimal;
import java.net.ProtocolException;
import java.util.OptionalInt;

/**
 * A trigger as a packet node has it.
 *
 * @param name its name at the node
 * @param lvnf the name at the node of its LVNF, or the beginning of such names and an asterisk
 * @param metric what is compared
 * @param relation {@code GT}, {@code LT} or {@code EQ}
 * @param value with what it is compared, in thousandths
 * @param port port whose packets or octets count; empty for all ports
 */
record NodeTrigger(String name, String lvnf, String metric, String relation, long value, OptionalInt port) {
    /** Decimals of a value. */
    static final int SCALE = 3;

    private static final long UNIT = 1000;
    private static final double MAX_VALUE = 1e12;
    private static final int MAX_PORT = 255;

    static NodeTrigger read(final ObjectNode object) throws ProtocolException {
        return new NodeTrigger(Json.shortText(object, "trigger"), Json.shortText(object, "lvnf"),
            Json.shortText(object, "metric"), Json.shortText(object, "relation"), value(object, MAX_VALUE),
            object.has("port") ? OptionalInt.of((int) Json.integer(object, "port", 0, MAX_PORT))
                : OptionalInt.empty());
    }

    /** Reads a member {@code value} in thousandths. */
    static long value(final ObjectNode object, final double max) throws ProtocolException {
        return Math.round(Json.number(object, "value", 0, max) * UNIT);
    }

    /** Returns the parameters of {@code trigger.add}. */
    ObjectNode toJson() {
        final ObjectNode params = Json.newObject();
        params.put("trigger", name);
        params.put("lvnf", lvnf);
        params.put("metric", metric);
        params.put("relation", relation);
        if (value % UNIT == 0) {
            params.put("value", value / UNIT);
        } else {
            params.put("value", BigDecimal.valueOf(value, SCALE).stripTrailingZeros());
        }
        port.ifPresent(number -> params.put("port", number));
        return params;
    }
}
