// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.packetnode;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.cloudmac.impl.session.FakeControlServer.Refusal;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The images and LVNFs of a packet node, without a kernel. It refuses what a real one refuses. */
public final class FakePacketNode {
    /** An LVNF of the node. */
    public record StoredLvnf(String image, int ports, String mode) {
    }

    private final String name;
    private final Map<String, Integer> images = new TreeMap<>();
    private final TreeMap<String, StoredLvnf> lvnfs = new TreeMap<>();
    private final Map<String, ObjectNode> limits = new HashMap<>();
    private final List<String> log = new ArrayList<>();
    private final Map<String, Function<ObjectNode, String>> handlers = new HashMap<>();
    private ByteArrayOutputStream upload = new ByteArrayOutputStream();
    private Function<String, Optional<Refusal>> refusing = request -> Optional.empty();
    private int maximum = 256;

    /** Creates an empty node. */
    public FakePacketNode(final String name) {
        this.name = name;
    }

    /** Sets the greatest number of LVNFs. */
    public synchronized void hasRoomFor(final int lvnfCount) {
        maximum = lvnfCount;
    }

    /** Sets which requests it refuses, by their lines in the log. */
    public synchronized void refuse(final Function<String, Optional<Refusal>> which) {
        refusing = which;
    }

    /** Sets the answer to a method as JSON; it may throw {@link Refusal}. */
    public synchronized void on(final String method, final Function<ObjectNode, String> handler) {
        handlers.put(method, handler);
    }

    /** Adds an image. */
    public synchronized void addImage(final String image, final int ports) {
        images.put(image, ports);
    }

    /** Adds an LVNF. */
    public synchronized void addLvnf(final String lvnf, final StoredLvnf stored) {
        lvnfs.put(lvnf, stored);
    }

    public synchronized Collection<String> images() {
        return List.copyOf(images.keySet());
    }

    public synchronized Map<String, StoredLvnf> lvnfs() {
        return Map.copyOf(lvnfs);
    }

    /** Returns the limits of LVNFs that have one, in packets and octets a second, as 10/1000. */
    public synchronized Map<String, String> limits() {
        return limits.entrySet().stream().collect(Collectors.toMap(Map.Entry::getKey, limit ->
            limit.getValue().get("packets") + "/" + limit.getValue().get("octets")));
    }

    /** Returns the orders since the last call: the method and its first parameter. */
    public synchronized List<String> log() {
        final List<String> result = List.copyOf(log);
        log.clear();
        return result;
    }

    /** Loses what an interrupted session has uploaded. */
    public synchronized void endSession() {
        upload = new ByteArrayOutputStream();
    }

    /** Returns the result of a method as JSON; throws {@link Refusal}. */
    public synchronized String answer(final String method, final ObjectNode params) {
        if (handlers.containsKey(method)) {
            return handlers.get(method).apply(params);
        }
        return switch (method) {
            case "session.claim" -> "{\"term\":" + params.get("term") + "}";
            case "node.info" -> "{\"node\":\"" + name + "\",\"version\":\"0.2.0\",\"protocol\":1,\"uptime_ms\":1,"
                + "\"term\":1,\"bridge\":\"br0\",\"mtu\":1500,\"images\":" + images.size() + ",\"lvnfs\":"
                + lvnfs.size() + ",\"lvnfs_max\":" + maximum + "}";
            case "image.list" -> "{\"images\":[" + images.entrySet().stream().map(image -> "{\"image\":\""
                + image.getKey() + "\",\"ports\":" + image.getValue() + ",\"octets\":1}")
                .collect(Collectors.joining(",")) + "]}";
            case "lvnf.list" -> list(params);
            case "image.add" -> addPart(params);
            default -> order(method, params);
        };
    }

    private String list(final ObjectNode params) {
        final List<String> after = lvnfs.keySet().stream().filter(lvnf -> !params.has("after")
            || lvnf.compareTo(params.get("after").textValue()) > 0).toList();
        return "{\"lvnfs\":[" + after.stream().limit(2).map(this::lvnf).collect(Collectors.joining(","))
            + "],\"more\":" + (after.size() > 2) + "}";
    }

    private String lvnf(final String lvnf) {
        final StoredLvnf stored = lvnfs.get(lvnf);
        return "{\"lvnf\":\"" + lvnf + "\",\"image\":\"" + stored.image + "\",\"mode\":\"" + stored.mode
            + "\"," + (limits.containsKey(lvnf) ? "\"limit\":" + limits.get(lvnf) + "," : "")
            + "\"ports\":[" + IntStream.range(0, stored.ports).mapToObj(port -> "{\"port\":" + port
                + ",\"interface\":\"lv1p" + port + "\",\"ofport\":" + (port + 1) + "}")
                .collect(Collectors.joining(",")) + "]}";
    }

    private String addPart(final ObjectNode params) {
        final String image = params.get("image").textValue();
        final int offset = params.get("offset").intValue();
        if (offset == 0) {
            upload = new ByteArrayOutputStream();
            record("image.add " + image);
        }
        require(offset == upload.size(), -32602, "the part does not follow");
        upload.writeBytes(Base64.getDecoder().decode(params.get("data").textValue()));
        if (upload.size() < params.get("size").intValue()) {
            return "{\"image\":\"" + image + "\",\"received\":" + upload.size() + "}";
        }
        require(upload.size() == params.get("size").intValue(), -32602, "too long");
        require(!images.containsKey(image), -32022, "the name is taken");
        images.put(image, params.get("ports").intValue());
        return "{\"image\":\"" + image + "\",\"ports\":" + params.get("ports") + ",\"octets\":" + upload.size()
            + ",\"handlers\":[{\"handler\":\"counts\",\"access\":[\"read\",\"migrate\"],\"type\":\"hash\","
            + "\"entries\":16}]}";
    }

    private String order(final String method, final ObjectNode params) {
        final String who = params.get(method.equals("image.remove") ? "image" : "lvnf").textValue();
        record(method + " " + who);
        if (method.equals("image.remove")) {
            require(images.containsKey(who), -32021, "no such image");
            require(lvnfs.values().stream().noneMatch(lvnf -> lvnf.image.equals(who)), -32022, "it is in use");
            images.remove(who);
            return "{\"image\":\"" + who + "\"}";
        }
        if (method.equals("lvnf.add")) {
            final String image = params.get("image").textValue();
            final int ports = params.get("ports").intValue();
            require(!lvnfs.containsKey(who), -32022, "the name is taken");
            require(images.containsKey(image), -32021, "no such image");
            require(ports <= images.get(image), -32602, "too many ports");
            require(lvnfs.size() < maximum, -32024, "no room for another LVNF");
            lvnfs.put(who, new StoredLvnf(image, ports, "running"));
            return lvnf(who);
        }
        require(lvnfs.containsKey(who), -32021, "no such LVNF");
        if (method.equals("lvnf.remove")) {
            lvnfs.remove(who);
            limits.remove(who);
            return "{\"lvnf\":\"" + who + "\"}";
        }
        if (method.equals("lvnf.limit")) {
            final ObjectNode limit = params.deepCopy();
            limit.remove("lvnf");
            limits.remove(who);
            if (limit.get("packets").longValue() + limit.get("octets").longValue() > 0) {
                limits.put(who, limit);
            }
            return lvnf(who);
        }
        final StoredLvnf stored = lvnfs.get(who);
        final String mode = Map.of("lvnf.pause", "stopped", "lvnf.resume", "running", "lvnf.flush", "bypass")
            .get(method);
        lvnfs.put(who, new StoredLvnf(stored.image, stored.ports, mode));
        return lvnf(who);
    }

    private void record(final String request) {
        log.add(request);
        refusing.apply(request).ifPresent(refusal -> {
            throw refusal;
        });
    }

    private static void require(final boolean condition, final int code, final String text) {
        if (!condition) {
            throw new Refusal(code, text);
        }
    }
}
