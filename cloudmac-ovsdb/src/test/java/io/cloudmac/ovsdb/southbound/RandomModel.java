// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.ovsdb.southbound;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Holds what random steps have configured. Converts it and a switch's rows to text for comparison. */
final class RandomModel {
    /** Operations that read all input of {@link #actual} in one transaction. */
    static final String SELECT = select("Queue") + "," + select("QoS") + "," + select("Port") + ","
        + select("Bridge") + "," + select("Mirror") + "," + select("Controller");

    /** A port that the controller created. */
    record OwnPort(String bridge, String tag) {
    }

    /** A bridge that the controller created. */
    record OwnBridge(boolean secure, String controller) {
    }

    final Map<String, String> queues = new TreeMap<>();
    /** Maps each QoS entry to its queue. */
    final Map<String, String> entries = new TreeMap<>();
    /** Maps each foreign port to its QoS entry. */
    final Map<String, String> ports = new TreeMap<>();
    final Map<String, OwnBridge> bridges = new TreeMap<>();
    final Map<String, OwnPort> own = new TreeMap<>();
    /** Maps each mirror, by bridge/name, to its output VLAN. */
    final Map<String, String> mirrors = new TreeMap<>();

    /** Returns the expected rows. All bridges and references of the configured entries must exist. */
    Map<String, String> expected(final String foreignBridge, final Iterable<String> foreignPorts) {
        final Map<String, String> state = new TreeMap<>();
        queues.forEach((id, rate) -> state.put("queue " + id, rate));
        entries.forEach((id, queue) -> state.put("qos " + id, queue));
        foreignPorts.forEach(port -> state.put("port " + port,
            foreignBridge + " none " + ports.getOrDefault(port, "none")));
        state.put("bridge " + foreignBridge, "false none");
        state.put("port " + foreignBridge, foreignBridge + " none none");
        bridges.forEach((name, bridge) -> {
            state.put("bridge " + name, bridge.secure() + " " + bridge.controller());
            state.put("port " + name, name + " none none");
        });
        own.forEach((name, port) -> state.put("port " + name, port.bridge() + " " + port.tag() + " none"));
        mirrors.forEach((name, vlan) -> state.put("mirror " + name, vlan));
        return state;
    }

    /** Returns the rows of a switch, from the result of {@link #SELECT}. Duplicate rows differ from a single one. */
    static Map<String, String> actual(final JsonNode result) {
        final Map<String, String> state = new TreeMap<>();
        final Map<String, String> names = new HashMap<>();
        rows(result, 0).forEach(row -> {
            final String id = mark(row, "opendaylight-queue-id");
            names.put(uuid(row), id);
            count(state, "queue " + id, mapValue(row, "other_config", "min-rate"));
        });
        rows(result, 1).forEach(row -> {
            names.put(uuid(row), mark(row, "opendaylight-qos-id"));
            count(state, "qos " + mark(row, "opendaylight-qos-id"), names.get(mapValue(row, "queues", "1")));
        });
        rows(result, 5).forEach(row -> names.put(uuid(row), row.path("target").asText()));
        final Map<String, String> bridgeOf = new HashMap<>();
        rows(result, 3).forEach(row -> {
            final String name = row.path("name").asText();
            references(row.path("ports")).forEach(port -> bridgeOf.put(port, name));
            references(row.path("mirrors")).forEach(mirror -> bridgeOf.put(mirror, name));
            final StringBuilder controllers = new StringBuilder();
            references(row.path("controller")).forEach(controller -> controllers.append(names.get(controller)));
            count(state, "bridge " + name, row.path("fail_mode").asText().equals("secure") + " "
                + (controllers.length() == 0 ? "none" : controllers));
        });
        rows(result, 2).forEach(row -> count(state, "port " + row.path("name").asText(), bridgeOf.get(uuid(row)) + " "
            + (row.path("tag").isInt() ? row.path("tag").asText() : "none") + " "
            + names.getOrDefault(row.path("qos").path(1).asText(), "none")));
        rows(result, 4).forEach(row -> count(state,
            "mirror " + bridgeOf.get(uuid(row)) + "/" + row.path("name").asText(), row.path("output_vlan").asText()));
        return state;
    }

    private static void count(final Map<String, String> state, final String key, final String value) {
        state.merge(key, String.valueOf(value), (one, other) -> "twice: " + one + ", " + other);
    }

    private static String select(final String table) {
        return "{\"op\":\"select\",\"table\":\"" + table + "\",\"where\":[]}";
    }

    private static JsonNode rows(final JsonNode result, final int operation) {
        return result.path(operation).path("rows");
    }

    private static String uuid(final JsonNode row) {
        return row.path("_uuid").path(1).asText();
    }

    private static String mark(final JsonNode row, final String key) {
        return mapValue(row, "external_ids", key);
    }

    private static String mapValue(final JsonNode row, final String column, final String key) {
        for (final JsonNode pair : row.path(column).path(1)) {
            if (pair.path(0).asText().equals(key)) {
                return pair.path(1).isArray() ? pair.path(1).path(1).asText() : pair.path(1).asText();
            }
        }
        return null;
    }

    private static Iterable<String> references(final JsonNode column) {
        final List<String> references = new ArrayList<>();
        if (column.path(0).asText().equals("uuid")) {
            references.add(column.path(1).asText());
        } else {
            column.path(1).forEach(reference -> references.add(reference.path(1).asText()));
        }
        return references;
    }
}
