// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.stream;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.cloudmac.impl.events.EventId;
import io.cloudmac.impl.events.JournalPage.EventGap;
import io.cloudmac.impl.events.NumberedEvent;
import java.nio.charset.StandardCharsets;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * The octets of server-sent events. Each event has one line of JSON, with the members of notification {@code event}.
 * Streams that are not behind share the octets of an event. Not thread-safe.
 */
final class EventFrames {
    /** Keeps a connection open, and finds out whether the client is still there. */
    static final byte[] PING = octets(":\n\n");
    /** Tells clients how long to wait before they connect again, ms. */
    static final String RETRY = "retry: 2000\n";
    /** The first octets of a stream that goes on after the client's last event. */
    static final byte[] RESUME = octets(RETRY + "\n");
    /** Number of events whose octets are kept. */
    private static final int KEPT = 256;
    /** No text may colour a terminal or turn its text around. */
    private static final JsonMapper MAPPER =
        JsonMapper.builder(JsonFactory.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build()).build();

    private final Map<EventId, byte[]> latest = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(final Map.Entry<EventId, byte[]> eldest) {
            return size() > KEPT;
        }
    };

    /** Returns the octets of an event. */
    byte[] of(final NumberedEvent event) {
        return latest.computeIfAbsent(event.id(), id -> octets("id: " + id + "\ndata: " + json(content(event))
            + "\n\n"));
    }

    /**
     * Returns the first octets of a stream whose client knows no event. They have the id after which a client goes on
     * that loses its connection before the first event.
     */
    static byte[] begin(final EventId newest) {
        return control("begin", newest, position(newest));
    }

    /** Returns the first octets of a stream that lacks events: its client has to read the state anew. */
    static byte[] reset(final EventId newest, final EventGap gap) {
        return control("reset", newest, position(newest).put("gap", label(gap)));
    }

    private static byte[] control(final String type, final EventId newest, final ObjectNode data) {
        return octets(RETRY + "event: " + type + "\nid: " + newest + "\ndata: " + json(data) + "\n\n");
    }

    private static ObjectNode position(final EventId id) {
        // RFC 7951 has 64-bit numbers as strings.
        return MAPPER.createObjectNode().put("epoch", String.valueOf(id.epoch()))
            .put("number", String.valueOf(id.number()));
    }

    private static ObjectNode content(final NumberedEvent numbered) {
        final var event = numbered.event();
        final ObjectNode content = position(numbered.id())
            .put("time", numbered.time().truncatedTo(ChronoUnit.MILLIS).toString())
            .put("kind", event.kind().label());
        put(content, "wtp", event.wtp());
        put(content, "from-wtp", event.fromWtp());
        put(content, "vap", event.vap());
        put(content, "station", event.station());
        put(content, "port", event.port());
        put(content, "name", event.name());
        put(content, "user", event.user());
        put(content, "text", event.text());
        return content;
    }

    private static void put(final ObjectNode content, final String name, final Object value) {
        if (value != null) {
            content.put(name, value.toString());
        }
    }

    private static String label(final EventGap gap) {
        return gap.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static String json(final ObjectNode node) {
        try {
            return MAPPER.writeValueAsString(node);
        } catch (final JsonProcessingException e) {
            throw new IllegalStateException("a tree is always written", e);
        }
    }

    private static byte[] octets(final String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
