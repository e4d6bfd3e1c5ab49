// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.trigger;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.cloudmac.impl.nfv.LvnfId;
import io.cloudmac.impl.session.Json;
import java.net.ProtocolException;
import java.util.Optional;

/**
 * An event of a trigger.
 *
 * @param trigger the trigger's name
 * @param lvnf the LVNF, whose tenant is the trigger's
 * @param value what was measured, in thousandths
 * @param place where it was measured
 */
public record TriggerEvent(String trigger, LvnfId lvnf, long value, EventPlace place) {
    /**
     * Where and when something was measured. Node, log and number name an event for ever.
     *
     * @param node the packet node
     * @param log the node's list of events
     * @param number number in this list, from 1
     * @param timeMicros time on the node's clock, µs
     */
    public record EventPlace(String node, long log, long number, long timeMicros) {
        static EventPlace read(final String node, final ObjectNode params) throws ProtocolException {
            return new EventPlace(node, Json.integer(params, "log", 1, Long.MAX_VALUE),
                Json.integer(params, "number", 1, Long.MAX_VALUE),
                Json.integer(params, "time_us", 0, Long.MAX_VALUE));
        }
    }

    /** Reads what happened at a place; empty if the event is not of a configured trigger's kind. */
    static Optional<TriggerEvent> read(final EventPlace place, final ObjectNode params) throws ProtocolException {
        final Optional<TriggerId> trigger = TriggerId.of(Json.shortText(params, "trigger"));
        final Optional<LvnfId> lvnf = LvnfId.of(Json.shortText(params, "lvnf"));
        final long value = NodeTrigger.value(params, Double.MAX_VALUE);
        return trigger.isPresent() && lvnf.isPresent()
            && trigger.orElseThrow().tenant().equals(lvnf.orElseThrow().tenant())
            ? Optional.of(new TriggerEvent(trigger.orElseThrow().trigger(), lvnf.orElseThrow(), value, place))
            : Optional.empty();
    }
}
