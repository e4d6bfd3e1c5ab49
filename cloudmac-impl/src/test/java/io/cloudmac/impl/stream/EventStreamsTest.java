// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.stream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.cloudmac.impl.core.SingleThreadLoop;
import io.cloudmac.impl.events.EventId;
import io.cloudmac.impl.events.EventJournal;
import io.cloudmac.impl.events.EventKind;
import io.cloudmac.impl.events.NetworkEvent;
import io.cloudmac.impl.stream.StreamServer.Client;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Streams in the web server of the distribution. */
@Timeout(60)
class EventStreamsTest {
    private final SingleThreadLoop loop = new SingleThreadLoop("test");
    private final EventStreams streams = new EventStreams(loop);
    private final EventJournal journal = new EventJournal(loop);
    private final EventId begin = journal.read(Optional.empty(), 0).newest();
    private StreamServer server;

    @BeforeEach
    void start() throws Exception {
        server = new StreamServer(new StreamServlet(streams));
        streams.follow(journal);
    }

    @AfterEach
    void stop() throws Exception {
        streams.close();
        loop.close();
        server.close();
    }

    private void add(final int times) {
        for (int i = 0; i < times; i++) {
            journal.add(NetworkEvent.of(EventKind.QUEUE_FAILED).saying("\u202e<script>\n"));
        }
    }

    private String id(final long number) {
        return new EventId(begin.epoch(), number).toString();
    }

    private static List<String> ids(final Client client, final int number) throws IOException {
        final List<String> ids = new ArrayList<>();
        for (int i = 0; i < number; i++) {
            ids.add(client.event().get("id"));
        }
        return ids;
    }

    @Test
    void oneGetOpensTheStream() throws IOException {
        try (Client client = server.send("GET", "")) {
            assertEquals(200, client.status());
            assertEquals("text/event-stream;charset=utf-8", client.header("Content-Type"));
            assertEquals("no-store", client.header("Cache-Control"));
            assertEquals(Map.of("retry", "2000", "event", "begin", "id", id(0), "data",
                "{\"epoch\":\"" + begin.epoch() + "\",\"number\":\"0\"}"), client.event());
            add(1);
            final Map<String, String> event = client.event();
            assertEquals(id(1), event.get("id"));
            assertNull(event.get("event"), "a browser calls onmessage");
            assertTrue(event.get("data").endsWith("\"kind\":\"queue-failed\",\"text\":\"\\u202E<script>\\n\"}"),
                event::toString);
        }
    }

    @Test
    void aReconnectMissesNothing() throws IOException {
        final List<String> ids = new ArrayList<>();
        String last = id(0);
        for (int round = 0; round < 20; round++) {
            add(5);
            // The server learns late that an earlier client has left, so each one is of another account.
            try (Client client = server.send("GET", "?after=" + id(0), "Last-Event-ID: " + last + "\r\n",
                    "User: user" + round + "\r\n")) {
                // It leaves in the middle of what is there.
                ids.addAll(ids(client, 3));
                last = ids.get(ids.size() - 1);
            }
        }
        try (Client client = server.send("GET", "?after=" + last)) {
            ids.addAll(ids(client, 40));
        }
        final List<String> all = new ArrayList<>();
        for (int number = 1; number <= 100; number++) {
            all.add(id(number));
        }
        assertEquals(all, ids);
    }

    @Test
    void manyEventsArriveInTheirOrder() throws IOException {
        try (Client client = server.send("GET", "")) {
            client.event();
            add(5000);
            for (int number = 1; number <= 5000; number++) {
                assertEquals(id(number), client.event().get("id"));
            }
        }
    }

    @Test
    void aStrangersIdBeginsAnew() throws IOException {
        add(1);
        try (Client client = server.send("GET", "?after=17-4")) {
            final Map<String, String> reset = client.event();
            assertEquals("reset", reset.get("event"));
            assertEquals(id(1), reset.get("id"));
            assertTrue(reset.get("data").endsWith("\"gap\":\"other-epoch\"}"), reset::toString);
            add(1);
            assertEquals(id(2), client.event().get("id"));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = { "x", "", "17", "1-2-3", "%0d%0a1-1", "1-1%20", "12345678901234567890-1" })
    void anotherTextIsRefused(final String after) throws IOException {
        try (Client client = server.send("GET", "?after=" + after)) {
            assertEquals(400, client.status());
            assertEquals("application/yang-data+json", client.header("Content-Type"));
            final String body = client.rest();
            assertTrue(body.contains("is no id of an event: send EPOCH-NUMBER"), body);
        }
    }

    @Test
    void onlyGetAndHeadAreServed() throws IOException {
        try (Client client = server.send("POST", "")) {
            assertEquals(405, client.status());
            assertEquals("GET, HEAD", client.header("Allow"));
        }
        try (Client client = server.send("HEAD", "")) {
            assertEquals(200, client.status());
            assertEquals("text/event-stream;charset=utf-8", client.header("Content-Type"));
            assertEquals("", client.rest());
        }
    }

    @Test
    void streamsEndWithTheirEpoch() throws IOException {
        try (Client client = server.send("GET", "")) {
            client.event();
            streams.unfollow(journal);
            assertEquals(Map.of(), client.event());
        }
        try (Client client = server.send("GET", "?after=" + id(0))) {
            assertEquals(503, client.status());
            assertEquals("5", client.header("Retry-After"));
            final String body = client.rest();
            assertTrue(body.contains("another member of the cluster runs it"), body);
        }
        streams.follow(new EventJournal(loop));
        try (Client client = server.send("GET", "?after=" + id(0))) {
            assertEquals("reset", client.event().get("event"));
        }
    }

    @Test
    void aJournalThatIsReplacedDoesNotEndTheNext() throws IOException {
        streams.follow(new EventJournal(loop));
        streams.unfollow(journal);
        try (Client client = server.send("GET", "")) {
            assertEquals("begin", client.event().get("event"));
        }
    }

    @Test
    void anAccountHasABoundedNumberOfStreams() throws IOException {
        final List<Client> clients = new ArrayList<>();
        try {
            for (int i = 0; i < EventStreams.MAX_STREAMS_OF_USER; i++) {
                clients.add(server.send("GET", ""));
                assertEquals(200, clients.get(i).status());
            }
            clients.add(server.send("GET", ""));
            assertEquals(429, clients.get(clients.size() - 1).status());
            clients.add(server.send("GET", "", "User: berta\r\n"));
            assertEquals(200, clients.get(clients.size() - 1).status());
        } finally {
            for (final Client client : clients) {
                client.close();
            }
        }
    }

    @Test
    void placesAreReturned() throws IOException {
        for (int i = 0; i < EventStreams.MAX_STREAMS; i++) {
            assertEquals(Optional.empty(), streams.reserve("user" + i));
        }
        assertEquals(Optional.of(EventStreams.StreamRefusal.TOO_MANY), streams.reserve("anna"));
        try (Client client = server.send("GET", "")) {
            assertEquals(503, client.status());
        }
        streams.release("user0");
        try (Client client = server.send("GET", "")) {
            assertEquals("begin", client.event().get("event"));
            streams.unfollow(journal);
            assertEquals(Map.of(), client.event());
        }
        streams.follow(journal);
        assertEquals(Optional.empty(), streams.reserve("anna"), "the stream has returned its place");
    }
}
