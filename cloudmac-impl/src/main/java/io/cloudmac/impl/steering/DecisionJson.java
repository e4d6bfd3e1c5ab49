// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.steering;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.cloudmac.impl.learned.Client;
import io.cloudmac.impl.learned.StationKey;
import io.cloudmac.impl.learned.VirtualClient;
import io.cloudmac.impl.session.Json;
import io.cloudmac.impl.steering.SteeringLog.LoggedDecision;
import io.cloudmac.impl.steering.SteeringResult.Outcome;
import io.cloudmac.impl.steering.SteeringResult.WhyNot;
import io.cloudmac.impl.steering.SteeringTrigger.Reason;
import io.cloudmac.impl.steering.SteeringTrigger.SignalInput;
import io.cloudmac.impl.steering.SteeringTrigger.Thresholds;
import io.cloudmac.impl.wire.Mac;
import io.cloudmac.impl.wire.RadioTag;
import java.net.ProtocolException;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;

/** A decision as a line of JSON. Its members have the names of the model; {@code virtual} marks a virtual station. */
final class DecisionJson {
    /** Greatest time that is read, ms: 30,000 years. */
    private static final long LONGEST_MILLIS = 1_000_000_000_000_000L;

    private DecisionJson() {
    }

    /** Returns the line, with its end. */
    static byte[] line(final LoggedDecision decision) {
        final ObjectNode json = Json.newObject()
            .put("number", decision.number())
            .put("time", decision.time().toString())
            .put("bssid", decision.client().stack().toString())
            .put("station", decision.client().station().toString());
        if (decision.client() instanceof VirtualClient) {
            json.put("virtual", true);
        }
        put(json, "from", decision.from());
        put(json, "to", decision.to());
        json.put("reason", SteeringCodec.name(decision.trigger().reason()));
        put(json, "user", decision.trigger().user());
        json.put("outcome", SteeringCodec.name(decision.result().outcome()));
        if (decision.result().whyNot() != null) {
            json.put("why-not", SteeringCodec.name(decision.result().whyNot()));
        }
        put(json, "error", decision.result().error());
        final Thresholds thresholds = decision.trigger().thresholds();
        if (thresholds != null) {
            json.put("hysteresis", thresholds.hysteresis()).put("dwell", thresholds.dwell().toMillis())
                .put("load-tie-break", thresholds.margin()).put("minimum-samples", thresholds.samples())
                .put("stale-after", thresholds.staleAfter().toMillis());
        }
        final ArrayNode inputs = json.putArray("input");
        decision.trigger().inputs().forEach(input -> putInput(inputs.addObject(), input));
        return (json + "\n").getBytes(StandardCharsets.UTF_8);
    }

    private static void putInput(final ObjectNode json, final SignalInput input) {
        put(json, "wtp", input.wtp());
        putLevel(json, "signal", input.signal());
        putLevel(json, "last", input.last());
        json.put("samples", input.samples());
        if (input.age() != null) {
            json.put("age", input.age().toMillis());
        }
        if (input.load() >= 0) {
            json.put("load", input.load());
        }
    }

    private static void putLevel(final ObjectNode json, final String member, final int level) {
        if (level != RadioTag.LEVEL_UNKNOWN) {
            json.put(member, level);
        }
    }

    private static void put(final ObjectNode json, final String member, final Object value) {
        if (value != null) {
            json.put(member, value.toString());
        }
    }

    /**
     * Reads a line.
     *
     * @throws ProtocolException if it is no decision
     */
    static LoggedDecision read(final String line) throws ProtocolException {
        final ObjectNode json = Json.parse(line);
        try {
            return new LoggedDecision(Json.integer(json, "number", 1, Long.MAX_VALUE),
                Instant.parse(Json.string(json, "time")), client(json), address(json, "from"), address(json, "to"),
                new SteeringTrigger(value(Reason.class, json, "reason"), inputs(json), thresholds(json),
                    text(json, "user")),
                new SteeringResult(value(Outcome.class, json, "outcome"),
                    json.has("why-not") ? value(WhyNot.class, json, "why-not") : null, text(json, "error")));
        } catch (final IllegalArgumentException | DateTimeException e) {
            throw foreign(e);
        }
    }

    private static ProtocolException foreign(final RuntimeException cause) {
        final ProtocolException result = new ProtocolException("no decision: " + cause.getMessage());
        result.initCause(cause);
        return result;
    }

    private static Client client(final ObjectNode json) throws ProtocolException {
        final Mac station = Mac.parse(Json.mac(json, "station"));
        final Mac stack = Mac.parse(Json.mac(json, "bssid"));
        return json.has("virtual") && Json.bool(json, "virtual") ? new VirtualClient(station)
            : new StationKey(stack, station);
    }

    private static List<SignalInput> inputs(final ObjectNode json) throws ProtocolException {
        return Json.list(json, "input", input -> new SignalInput(Mac.parse(Json.mac(input, "wtp")),
            level(input, "signal"), level(input, "last"), (int) Json.integer(input, "samples", 0, Integer.MAX_VALUE),
            input.has("age") ? duration(input, "age") : null,
            input.has("load") ? (int) Json.integer(input, "load", 0, Integer.MAX_VALUE) : -1));
    }

    private static Thresholds thresholds(final ObjectNode json) throws ProtocolException {
        return json.has("hysteresis") ? new Thresholds((int) Json.integer(json, "hysteresis", 0, 0xff),
            duration(json, "dwell"), (int) Json.integer(json, "load-tie-break", 0, 0xff),
            (int) Json.integer(json, "minimum-samples", 0, 0xffff), duration(json, "stale-after")) : null;
    }

    private static int level(final ObjectNode json, final String member) throws ProtocolException {
        return json.has(member) ? (int) Json.integer(json, member, Byte.MIN_VALUE, Byte.MAX_VALUE)
            : RadioTag.LEVEL_UNKNOWN;
    }

    private static Duration duration(final ObjectNode json, final String member) throws ProtocolException {
        return Duration.ofMillis(Json.integer(json, member, 0, LONGEST_MILLIS));
    }

    private static Mac address(final ObjectNode json, final String member) throws ProtocolException {
        return json.has(member) ? Mac.parse(Json.mac(json, member)) : null;
    }

    private static String text(final ObjectNode json, final String member) throws ProtocolException {
        return json.has(member) ? Json.string(json, member) : null;
    }

    private static <E extends Enum<E>> E value(final Class<E> type, final ObjectNode json, final String member)
            throws ProtocolException {
        return Enum.valueOf(type, Json.string(json, member).toUpperCase(Locale.ROOT).replace('-', '_'));
    }
}
