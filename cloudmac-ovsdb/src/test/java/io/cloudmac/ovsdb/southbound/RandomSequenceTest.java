// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.ovsdb.southbound;

import static org.junit.Assert.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.Test;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.QosTypeLinuxHtb;

/**
 * Whatever is configured, disconnected or changed by hand, and in whatever order: in the end the switch has
 * what is configured and nothing else of ours. Number of sequences and seed can be set as properties.
 */
public class RandomSequenceTest extends SouthboundTest {
    private static final int SEQUENCES = Integer.getInteger("ovsdb.sequences", 8);
    private static final long SEED = Long.getLong("ovsdb.seed", 1);
    private static final int STEPS = 8;
    private static final List<String> IDS = List.of("a", "b", "c");
    private static final List<String> PORTS = List.of("p1", "p2", "p3");

    private final Map<String, String> queues = new TreeMap<>();
    private final Map<String, String> entries = new TreeMap<>();
    private final Map<String, String> ports = new TreeMap<>();

    @Test
    public void switchEndsAsConfigured() throws Exception {
        for (int i = 0; i < SEQUENCES; i++) {
            final long seed = SEED * 1000 + i;
            final Random random = new Random(seed);
            final List<String> done = new ArrayList<>();
            for (int step = 0; step < STEPS; step++) {
                done.add(step(random));
            }
            link.up();
            settle();
            Await.until("after sequence " + seed + " " + done + " the switch is as configured",
                () -> expected().equals(actual()));
        }
        assertEquals("rows of others are left alone", "[]", ovs.vsctl("get", "Port", "br0", "qos"));
    }

    private String step(final Random random) throws Exception {
        final String id = IDS.get(random.nextInt(IDS.size()));
        final String port = PORTS.get(random.nextInt(PORTS.size()));
        final String value = String.valueOf(1 + random.nextInt(9));
        switch (random.nextInt(9)) {
            case 0, 1:
                queues.put(id, value);
                new Change().queue(id, "min-rate", value).commit();
                return "queue " + id;
            case 2:
                if (queues.remove(id) != null) {
                    new Change().delete(Paths.queue(node, queueKey(id))).commit();
                }
                return "no queue " + id;
            case 3, 4:
                entries.put(id, IDS.get(random.nextInt(IDS.size())));
                new Change().qos(id, QosTypeLinuxHtb.VALUE, Map.of(1, entries.get(id))).commit();
                return "qos " + id + " with queue " + entries.get(id);
            case 5:
                ports.put(port, id);
                new Change().port(port, id).commit();
                return port + " has " + id;
            case 6:
                if (ports.remove(port) != null) {
                    new Change().delete(portPath(port)).commit();
                }
                return port + " has none";
            case 7:
                link.down();
                if (random.nextBoolean()) {
                    link.up();
                }
                return "link down";
            default:
                ovs.vsctl("clear", "Port", "p1", "qos", "--", "clear", "Port", "p2", "qos", "--", "clear", "Port",
                    "p3", "qos", "--", "--all", "destroy", "QoS", "--", "--all", "destroy", "Queue");
                return "rows destroyed";
        }
    }

    /** Configuration that refers to what is not configured stays pending for ever: leave none. */
    private void settle() throws Exception {
        for (final String port : List.copyOf(ports.keySet())) {
            if (!entries.containsKey(ports.get(port))) {
                ports.remove(port);
                new Change().delete(portPath(port)).commit();
            }
        }
        for (final String queue : entries.values()) {
            if (!queues.containsKey(queue)) {
                queues.put(queue, "1");
                new Change().queue(queue, "min-rate", "1").commit();
            }
        }
    }

    private Map<String, String> expected() {
        final Map<String, String> state = new TreeMap<>();
        queues.forEach((id, rate) -> state.put("queue " + id, rate));
        entries.forEach((id, queue) -> state.put("qos " + id, queue));
        PORTS.forEach(port -> state.put(port, ports.getOrDefault(port, "none")));
        return state;
    }

    private Map<String, String> actual() throws IOException {
        final JsonNode result = ovs.transact("{\"op\":\"select\",\"table\":\"Queue\",\"where\":[]},"
            + "{\"op\":\"select\",\"table\":\"QoS\",\"where\":[]},{\"op\":\"select\",\"table\":\"Port\",\"where\":[]}");
        final Map<String, String> state = new TreeMap<>();
        final Map<String, String> names = new HashMap<>();
        result.path(0).path("rows").forEach(row -> {
            names.put(uuid(row), mapValue(row, "external_ids"));
            count(state, "queue " + mapValue(row, "external_ids"), mapValue(row, "other_config"));
        });
        result.path(1).path("rows").forEach(row -> {
            names.put(uuid(row), mapValue(row, "external_ids"));
            count(state, "qos " + mapValue(row, "external_ids"),
                names.get(row.path("queues").path(1).path(0).path(1).path(1).asText()));
        });
        result.path(2).path("rows").forEach(row -> {
            if (PORTS.contains(row.path("name").asText())) {
                state.put(row.path("name").asText(), names.getOrDefault(row.path("qos").path(1).asText(), "none"));
            }
        });
        return state;
    }

    /** Two rows for one entry must not look like one. */
    private static void count(final Map<String, String> state, final String key, final String value) {
        state.merge(key, String.valueOf(value), (one, other) -> "twice: " + one + ", " + other);
    }

    private static String uuid(final JsonNode row) {
        return row.path("_uuid").path(1).asText();
    }

    private static String mapValue(final JsonNode row, final String column) {
        return row.path(column).path(1).path(0).path(1).asText();
    }
}
