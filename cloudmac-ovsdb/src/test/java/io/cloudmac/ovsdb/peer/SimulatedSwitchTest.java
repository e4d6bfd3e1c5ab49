// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.ovsdb.peer;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import io.cloudmac.ovsdb.db.DbSchema;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.codec.json.JsonObjectDecoder;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.After;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;

/** Sends the same requests to the simulated switch and to ovsdb-server and compares the replies. */
public class SimulatedSwitchTest {
    private static final ObjectMapper MAPPER = new ObjectMapper().disable(JsonParser.Feature.AUTO_CLOSE_SOURCE)
        .enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS);
    private static final Pattern UUID = Pattern.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");
    private static final int PATIENCE_MS = 20_000;
    private static final String COLUMNS = "{'Open_vSwitch':[{'columns':['bridges','external_ids']}],"
        + "'Bridge':[{'columns':['name','ports','controller','fail_mode','external_ids','mirrors','stp_enable']}],"
        + "'Port':[{'columns':['name','interfaces','qos','tag','trunks','external_ids']}],"
        + "'Interface':[{'columns':['name','type','options','ofport']}],"
        + "'Mirror':[{'columns':['name','output_port','select_src_port']}],"
        + "'Controller':[{'columns':['target']}],"
        + "'QoS':[{'columns':['type','queues','other_config','external_ids']}],"
        + "'Queue':[{'columns':['dscp','other_config','external_ids']}]}";

    @Rule
    public TemporaryFolder folder = new TemporaryFolder();

    private final EventLoopGroup group = new NioEventLoopGroup(1);
    private Process server;
    private Client real;
    private Client simulated;

    /** A controller of one switch. */
    private static final class Client implements AutoCloseable {
        private final Socket socket;
        private MappingIterator<JsonNode> messages;
        private final Map<String, String> names = new HashMap<>();
        private int lastId;

        Client(final ServerSocket listening) throws IOException {
            socket = listening.accept();
            socket.setSoTimeout(PATIENCE_MS);
        }

        /** Sends a call. Returns all messages up to its reply, with names instead of UUIDs. */
        List<String> ask(final String method, final String params) throws IOException {
            String sent = params.replace('\'', '"');
            for (final Map.Entry<String, String> name : names.entrySet()) {
                sent = sent.replace("\"" + name.getValue() + "\"", "\"" + name.getKey() + "\"");
            }
            lastId++;
            write("{\"id\":" + lastId + ",\"method\":\"" + method + "\",\"params\":" + sent + "}");
            if (messages == null) {
                // Creating the iterator blocks until the first message arrives.
                messages = MAPPER.readerFor(JsonNode.class).readValues(socket.getInputStream());
            }
            final List<JsonNode> said = new ArrayList<>();
            JsonNode answer = null;
            while (answer == null) {
                final JsonNode message = messages.nextValue();
                if ("echo".equals(message.path("method").asText())) {
                    write("{\"id\":" + message.get("id") + ",\"error\":null,\"result\":" + message.get("params") + "}");
                } else {
                    said.add(message);
                    answer = message.path("id").asInt() == lastId ? message : null;
                }
            }
            for (final JsonNode result : answer.path("result")) {
                if (result.path("uuid").isArray()) {
                    names.put(result.path("uuid").path(1).asText(), "row" + names.size());
                }
            }
            final List<String> canonical = new ArrayList<>();
            for (final JsonNode message : said) {
                canonical.add(canonical(MAPPER.readTree(named(message.toString()))).toString());
            }
            return canonical;
        }

        private void write(final String text) throws IOException {
            socket.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
            socket.getOutputStream().flush();
        }

        private String named(final String text) {
            final Matcher uuids = UUID.matcher(text);
            // Every UUID that is not a row of this test is a transaction ID.
            return uuids.replaceAll(uuid -> names.getOrDefault(uuid.group(), "transaction"));
        }

        /** Sorts members, rows and elements of sets and maps, and removes details of errors. */
        private static Object canonical(final JsonNode json) {
            if (json.isObject()) {
                final Map<String, Object> members = new TreeMap<>();
                json.fields().forEachRemaining(member -> {
                    if (!"details".equals(member.getKey()) && !"syntax".equals(member.getKey())) {
                        members.put(member.getKey(), "rows".equals(member.getKey())
                            ? sorted(member.getValue()) : canonical(member.getValue()));
                    }
                });
                return MAPPER.valueToTree(members);
            }
            if (json.isArray() && json.size() == 2 && json.get(1).isArray()
                    && json.get(0).asText().matches("set|map")) {
                return MAPPER.createArrayNode().add(json.get(0))
                    .add(MAPPER.valueToTree(sorted(json.get(1))).toString());
            }
            if (json.isArray()) {
                final List<Object> elements = new ArrayList<>();
                json.forEach(element -> elements.add(canonical(element)));
                return MAPPER.valueToTree(elements);
            }
            return json;
        }

        private static List<String> sorted(final JsonNode array) {
            final List<String> elements = new ArrayList<>();
            array.forEach(element -> elements.add(canonical(element).toString()));
            return elements.stream().sorted().toList();
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }

    @Before
    public void start() throws Exception {
        final Path db = folder.getRoot().toPath().resolve("db");
        final Process tool = new ProcessBuilder("ovsdb-tool", "create", db.toString(), Schema.FILE.toString())
            .inheritIO().start();
        assertEquals(0, tool.waitFor());
        try (ServerSocket listening = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            listening.setSoTimeout(PATIENCE_MS);
            final String program =
                Files.isExecutable(Path.of("/usr/sbin/ovsdb-server")) ? "/usr/sbin/ovsdb-server" : "ovsdb-server";
            server = new ProcessBuilder(program, db.toString(), "--no-chdir",
                "--remote=tcp:127.0.0.1:" + listening.getLocalPort(),
                "--unixctl=" + folder.getRoot().toPath().resolve("ctl")).redirectErrorStream(true)
                .redirectOutput(folder.newFile()).start();
            real = new Client(listening);
        }
        try (ServerSocket listening = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            listening.setSoTimeout(PATIENCE_MS);
            final Database database = new Database(Schema.read(Schema.FILE));
            new Bootstrap().group(group).channel(NioSocketChannel.class).handler(new ChannelInitializer<>() {
                @Override
                protected void initChannel(final Channel channel) {
                    channel.pipeline().addLast(new JsonObjectDecoder(1 << 24))
                        .addLast(new SimulatedSwitch(database, changed -> { }));
                }
            }).connect(listening.getLocalSocketAddress());
            simulated = new Client(listening);
        }
    }

    @After
    public void stop() throws Exception {
        real.close();
        simulated.close();
        server.destroyForcibly().waitFor();
        group.shutdownGracefully();
    }

    @Test
    public void schemaIsTheSame() throws Exception {
        final Set<DbSchema> schemas = new HashSet<>();
        for (final Client client : List.of(real, simulated)) {
            schemas.add(DbSchema.parse(
                MAPPER.readTree(client.ask("get_schema", "['Open_vSwitch']").get(0)).get("result")));
        }
        // ovsdb-server omits default values when it returns the schema.
        assertEquals("the parsed schemas are equal", 1, schemas.size());
        same("echo", "['x',{'y':1}]");
        same("what", "[]");
    }

    @Test
    public void rowsAreInsertedUpdatedAndCollected() throws Exception {
        same("monitor_cond_since", "['Open_vSwitch','m'," + COLUMNS + ",'00000000-0000-0000-0000-000000000000']");
        bridge();
        same("transact", "['Open_vSwitch',{'op':'select','table':'Port','where':[],'columns':['name','interfaces',"
            + "'qos','tag','external_ids']}]");
        // Inserts a QoS with queues, whose named UUIDs are used before they are defined.
        final List<String> made = same("transact", "['Open_vSwitch',"
            + "{'op':'wait','table':'QoS','timeout':0,'until':'==','where':[['external_ids','includes',"
            + "['map',[['opendaylight-qos-id','q1']]]]],'columns':['external_ids'],'rows':[]},"
            + "{'op':'insert','table':'QoS','uuid-name':'qos','row':{'type':'linux-htb','queues':['map',[[0,"
            + "['named-uuid','queue']]]],'external_ids':['map',[['opendaylight-qos-id','q1']]]}},"
            + "{'op':'insert','table':'Queue','uuid-name':'queue','row':{'other_config':['map',[['max-rate','1000'],"
            + "['min-rate','10']]],'dscp':5}},"
            + "{'op':'update','table':'Port','where':[['name','==','p1']],'row':{'qos':['named-uuid','qos']}}]");
        assertTrue(made.toString(), made.toString().contains("\"count\":1"));
        same("transact", "['Open_vSwitch',{'op':'wait','table':'QoS','timeout':0,'until':'==','where':[['external_ids',"
            + "'includes',['map',[['opendaylight-qos-id','q1']]]]],'columns':['external_ids'],'rows':[]}]");
        same("transact", "['Open_vSwitch',{'op':'wait','table':'Queue','timeout':0,'until':'==','where':[['_uuid','==',"
            + "['uuid','row8']]],'columns':['dscp'],'rows':[{'dscp':5}]},{'op':'update','table':'Queue','where':"
            + "[['_uuid','==',['uuid','row8']]],'row':{'other_config':['map',[['max-rate','2000']]],"
            + "'dscp':['set',[]]}}]");
        same("transact", "['Open_vSwitch',{'op':'update','table':'Port','where':[],'row':{'qos':['set',[]],"
            + "'tag':7}},{'op':'select','table':'Port','where':[['tag','==',7]],'columns':['name']}]");
        same("transact", "['Open_vSwitch',{'op':'delete','table':'QoS','where':[['type','==','linux-htb']]}]");
        same("transact", "['Open_vSwitch',{'op':'delete','table':'QoS','where':[['type','!=','x']]},"
            + "{'op':'delete','table':'Queue','where':[['_uuid','excludes',['uuid','row0']]]}]");
        // Removing a port from its bridge deletes the port and its interface.
        same("transact", "['Open_vSwitch',{'op':'mutate','table':'Bridge','where':[['name','==','br0']],'mutations':"
            + "[['ports','delete',['uuid','row3']]]}]");
        same("transact", "['Open_vSwitch',{'op':'select','table':'Interface','where':[],'columns':['name','type']}]");
        same("transact", "['Open_vSwitch',{'op':'update','table':'Open_vSwitch','where':[],'row':"
            + "{'bridges':['set',[]]}}]");
    }

    @Test
    public void setsAndMapsAreMutated() throws Exception {
        same("monitor_cond_since", "['Open_vSwitch','m'," + COLUMNS + ",'00000000-0000-0000-0000-000000000000']");
        bridge();
        final String mutate = "['Open_vSwitch',{'op':'mutate','table':'Bridge','where':[['name','==','br0']],"
            + "'mutations':[%s]}]";
        for (final String mutation : List.of(
                "['external_ids','insert',['map',[['a','1'],['b','2']]]]",
                "['external_ids','insert',['map',[['a','9'],['c','3']]]]",
                "['external_ids','delete',['map',[['a','1'],['b','wrong']]]]",
                "['external_ids','delete',['set',['b','nothing']]]",
                "['external_ids','delete','c'],['external_ids','insert',['map',[['d','4']]]]",
                "['ports','insert',['uuid','row5']]",
                "['stp_enable','insert',true]",
                "['what','insert',true]",
                "['external_ids','what',true]")) {
            same("transact", String.format(mutate, mutation));
        }
        same("transact", "['Open_vSwitch',{'op':'insert','table':'Interface','uuid-name':'i','row':{'name':'p9'}},"
            + "{'op':'insert','table':'Port','uuid-name':'p','row':{'name':'p9','interfaces':['named-uuid','i'],"
            + "'trunks':['set',[1,2,3]]}},{'op':'insert','table':'Mirror','uuid-name':'m','row':{'name':'m0',"
            + "'output_port':['named-uuid','p'],'select_src_port':['named-uuid','p']}},"
            + "{'op':'mutate','table':'Bridge','where':[['name','==','br0']],'mutations':[['ports','insert',['set',"
            + "[['named-uuid','p']]]],['mirrors','insert',['named-uuid','m']]]}]");
        same("transact", "['Open_vSwitch',{'op':'mutate','table':'Port','where':[['name','==','p9']],'mutations':"
            + "[['trunks','delete',['set',[1,3,4]]],['trunks','insert',9]]}]");
        // Deleting the port removes the mirror's weak references.
        same("transact", "['Open_vSwitch',{'op':'mutate','table':'Bridge','where':[['name','==','br0']],'mutations':"
            + "[['ports','delete',['uuid','row8']]]}]");
    }

    @Test
    public void bothRejectTheSameErrors() throws Exception {
        same("monitor_cond_since", "['Open_vSwitch','m'," + COLUMNS + ",'00000000-0000-0000-0000-000000000000']");
        bridge();
        for (final String operations : List.of(
                "{'op':'insert','table':'Queue','row':{'dscp':64}}",
                "{'op':'insert','table':'Queue','row':{'dscp':'x'}}",
                "{'op':'insert','table':'Queue','row':{'nothing':1}}",
                "{'op':'insert','table':'Nothing','row':{}}",
                "{'op':'what','table':'Queue','row':{}}",
                "{'op':'update','table':'Bridge','where':[],'row':{'name':'other'}}",
                "{'op':'update','table':'Bridge','where':[],'row':{'fail_mode':'perhaps'}}",
                "{'op':'update','table':'Port','where':[],'row':{'qos':['uuid',"
                    + "'11111111-1111-4111-8111-111111111111']}}",
                "{'op':'insert','table':'Queue','uuid-name':'a','row':{}},{'op':'insert','table':'Queue',"
                    + "'uuid-name':'a','row':{}}",
                "{'op':'insert','table':'Queue','row':{}},{'op':'abort'},{'op':'insert','table':'Queue','row':{}}",
                "{'op':'comment','comment':'hello'}",
                "{'op':'insert','table':'Interface','uuid-name':'i','row':{'name':'p1'}},{'op':'insert','table':'Port',"
                    + "'uuid-name':'p','row':{'name':'p1','interfaces':['named-uuid','i']}},{'op':'mutate','table':"
                    + "'Bridge','where':[],'mutations':[['ports','insert',['named-uuid','p']]]}",
                "{'op':'insert','table':'Bridge','row':{'name':'unreferenced'}}",
                "{'op':'wait','table':'Bridge','timeout':0,'until':'!=','where':[['name','==','br0']],"
                    + "'columns':['name'],'rows':[{'name':'br0'}]}",
                "{'op':'select','table':'Queue','where':[],'columns':['dscp']}")) {
            same("transact", "['Open_vSwitch'," + operations + "]");
        }
    }

    private void bridge() throws IOException {
        same("transact", "['Open_vSwitch',"
            + "{'op':'insert','table':'Open_vSwitch','row':{'bridges':['named-uuid','b'],'external_ids':['map',"
            + "[['system-id','x']]]}},"
            + "{'op':'insert','table':'Bridge','uuid-name':'b','row':{'name':'br0','ports':['set',[['named-uuid','p1'],"
            + "['named-uuid','p2']]],'controller':['named-uuid','c']}},"
            + "{'op':'insert','table':'Port','uuid-name':'p1','row':{'name':'p1','interfaces':['named-uuid','i1']}},"
            + "{'op':'insert','table':'Port','uuid-name':'p2','row':{'name':'p2','interfaces':['named-uuid','i2']}},"
            + "{'op':'insert','table':'Interface','uuid-name':'i1','row':{'name':'p1','type':'internal'}},"
            + "{'op':'insert','table':'Interface','uuid-name':'i2','row':{'name':'p2','ofport':3}},"
            + "{'op':'insert','table':'Controller','uuid-name':'c','row':{'target':'tcp:192.0.2.1:6653'}}]");
    }

    private List<String> same(final String method, final String params) throws IOException {
        final List<String> expected = real.ask(method, params);
        assertEquals(method + " " + params, String.join("\n", expected),
            String.join("\n", simulated.ask(method, params)));
        return expected;
    }
}
