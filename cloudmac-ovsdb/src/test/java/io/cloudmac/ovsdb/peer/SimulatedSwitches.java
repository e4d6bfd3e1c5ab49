// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.ovsdb.peer;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.cloudmac.ovsdb.db.Datum;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.codec.json.JsonObjectDecoder;
import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Runs many simulated switches in one process, for the benchmark. Arguments: address and port of the
 * controller, number of switches, ports per switch. Reads commands and prints a line when each is done:
 *
 * <pre>
 * names           prints the switches' node ids, one per line, then "names"
 * connect         connects all switches, then prints "connect"
 * expect VALUE    prints "expect VALUE" once each switch has a queue whose max-rate is VALUE
 * expect N VALUES prints "expect N" once N of the distinct VALUES, separated by commas, are in any switch
 * </pre>
 */
final class SimulatedSwitches {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
    private static final PrintStream OUT =
        new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
    private static final int MAX_MESSAGE = 64 * 1024 * 1024;
    private static final int FIRST_OFPORT = 1;

    private final InetSocketAddress controller;
    private final List<Database> databases = new ArrayList<>();
    private final EventLoopGroup group = new NioEventLoopGroup(2);
    /** Holds the switches by the queue rates that the benchmark has set in them. */
    private final Map<String, Set<Database>> rates = new ConcurrentHashMap<>();
    private final Object news = new Object();

    private SimulatedSwitches(final InetSocketAddress controller, final int switches, final int ports)
            throws IOException {
        this.controller = controller;
        final Schema schema = Schema.read(Schema.FILE);
        for (int i = 0; i < switches; i++) {
            final Database database = new Database(schema);
            final JsonNode result = database.transact(initial(i, ports));
            if (result.toString().contains("error")) {
                throw new IllegalStateException("the simulated switch rejected its bridge: " + result);
            }
            databases.add(database);
        }
    }

    /** Runs the switches until standard input ends. */
    public static void main(final String[] args) throws IOException, InterruptedException {
        final SimulatedSwitches all = new SimulatedSwitches(new InetSocketAddress(args[0], Integer.parseInt(args[1])),
            Integer.parseInt(args[2]), Integer.parseInt(args[3]));
        say("ready");
        final BufferedReader commands =
            new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = commands.readLine(); line != null; line = commands.readLine()) {
            all.obey(line.split(" "));
        }
        System.exit(0);
    }

    private void obey(final String[] command) throws InterruptedException {
        switch (command[0]) {
            case "names" -> databases.forEach(database ->
                say("ovsdb://uuid/" + database.content().rows("Open_vSwitch").keySet().iterator().next()));
            case "connect" -> connect();
            case "expect" -> {
                if (command.length == 2) {
                    await(() -> rates.getOrDefault(command[1], Set.of()).size() == databases.size());
                } else {
                    final String[] values = command[2].split(",");
                    await(() -> List.of(values).stream().filter(rates::containsKey).count()
                        >= Integer.parseInt(command[1]));
                }
            }
            default -> throw new IllegalArgumentException(command[0]);
        }
        say(command.length > 1 ? command[0] + " " + command[1] : command[0]);
    }

    private interface Goal {
        boolean holds();
    }

    private void await(final Goal condition) throws InterruptedException {
        synchronized (news) {
            while (!condition.holds()) {
                news.wait();
            }
        }
    }

    private void connect() {
        final List<ChannelFuture> opening = new ArrayList<>();
        for (final Database database : databases) {
            opening.add(new Bootstrap().group(group).channel(NioSocketChannel.class)
                .handler(new ChannelInitializer<>() {
                    @Override
                    protected void initChannel(final Channel channel) {
                        channel.pipeline().addLast(new JsonObjectDecoder(MAX_MESSAGE))
                            .addLast(new SimulatedSwitch(database, SimulatedSwitches.this::changed));
                    }
                }).connect(controller));
        }
        opening.forEach(future -> future.syncUninterruptibly().channel().closeFuture()
            .addListener(closed -> say("lost")));
    }

    private void changed(final Database database) {
        final Set<String> found = new HashSet<>();
        database.content().rows("Queue").values().forEach(row -> {
            final Object rate = row.getOrDefault("other_config", Datum.EMPTY_MAP).map().get("max-rate");
            if (rate != null) {
                found.add(rate.toString());
            }
        });
        boolean some = false;
        for (final String rate : found) {
            some |= rates.computeIfAbsent(rate, name -> ConcurrentHashMap.newKeySet()).add(database);
        }
        if (some) {
            synchronized (news) {
                news.notifyAll();
            }
        }
    }

    private static void say(final String text) {
        synchronized (SimulatedSwitches.class) {
            OUT.println(text);
        }
    }

    /** Returns operations that insert bridge br0 with its ports and the columns that ovs-vswitchd would set. */
    private static List<JsonNode> initial(final int number, final int ports) {
        final List<JsonNode> operations = new ArrayList<>();
        final ArrayNode portRefs = JSON.arrayNode();
        for (int i = 0; i <= ports; i++) {
            final String name = i == 0 ? "br0" : "p" + i;
            final String mac = String.format("0a:%02x:%02x:00:00:%02x", number >> 8 & 0xff, number & 0xff, i);
            final ObjectNode row = insert(operations, "Interface", "i" + i).put("name", name)
                .put("type", i == 0 ? "internal" : "").put("ofport", i == 0 ? 65534 : i - 1 + FIRST_OFPORT)
                .put("mac_in_use", mac).put("ifindex", number % 1000 * 100 + i + 1).put("link_speed", 1_000_000_000L)
                .put("link_state", "up").put("admin_state", "up");
            row.putArray("statistics").add("map").addArray().addArray().add("rx_packets").add(i);
            insert(operations, "Port", "p" + i).put("name", name).set("interfaces", named("i" + i));
            portRefs.add(named("p" + i));
        }
        final ObjectNode bridge = insert(operations, "Bridge", "b").put("name", "br0")
            .put("datapath_id", String.format("%016x", number + 1));
        bridge.putArray("ports").add("set").add(portRefs);
        final ObjectNode root = insert(operations, "Open_vSwitch", "root").put("ovs_version", "3.1.0")
            .put("db_version", "8.3.1");
        root.set("bridges", named("b"));
        root.putArray("external_ids").add("map").addArray().addArray().add("system-id")
            .add(UUID.nameUUIDFromBytes(("switch" + number).getBytes(StandardCharsets.UTF_8)).toString());
        return operations;
    }

    private static ObjectNode insert(final List<JsonNode> operations, final String table, final String name) {
        final ObjectNode operation = JSON.objectNode().put("op", "insert").put("table", table).put("uuid-name", name);
        operations.add(operation);
        return operation.putObject("row");
    }

    private static JsonNode named(final String name) {
        return JSON.arrayNode().add("named-uuid").add(name);
    }
}
