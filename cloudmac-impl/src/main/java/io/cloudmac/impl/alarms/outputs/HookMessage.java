// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.alarms.outputs;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.cloudmac.impl.alarms.Alarm;
import io.cloudmac.impl.session.Json;
import java.nio.charset.StandardCharsets;
import java.time.temporal.ChronoUnit;

/** An alarm as the body of a web hook, with the names of RFC 8632. Pure. */
final class HookMessage {
    private HookMessage() {
    }

    /**
     * Returns the octets of a body.
     *
     * @param host name of this machine
     */
    static byte[] of(final Alarm alarm, final String host) {
        final ObjectNode body = Json.newObject()
            .put("controller", host)
            .put("resource", alarm.key().resource())
            .put("alarm-type-id", "cloudmac-alarms:" + alarm.key().type().label())
            .put("alarm-type-qualifier", "")
            .put("is-cleared", alarm.isCleared())
            .put("perceived-severity", alarm.severity().label())
            .put("time-created", alarm.created().truncatedTo(ChronoUnit.MILLIS).toString())
            .put("last-raised", alarm.raised().truncatedTo(ChronoUnit.MILLIS).toString())
            .put("last-changed", alarm.changed().truncatedTo(ChronoUnit.MILLIS).toString())
            .put("alarm-text", alarm.text());
        return body.toString().getBytes(StandardCharsets.UTF_8);
    }
}
