// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.ovsdb.db;

import static org.junit.Assert.assertNotNull;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.File;
import java.io.IOException;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.Test;

/** Mutates real updates at random, with a fixed seed. Each is applied or rejected, without another exception. */
public class FuzzTest {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
    private static final long SEED = 20261121;
    /** One half of a surrogate pair. */
    private static final String HALF = String.valueOf(Character.MIN_SURROGATE);
    private static final int ROUNDS = 50_000;
    private static final String ROOT = "6f9ad6e0-0000-4000-8000-000000000001";
    private static final String PORT = "6f9ad6e0-0000-4000-8000-000000000002";
    private static final List<String> UPDATES = List.of(
        "{'Open_vSwitch':{'" + ROOT + "':{'initial':{'bridges':['uuid','" + PORT + "'],'ovs_version':'3.1.0',"
            + "'external_ids':['map',[['system-id','x']]]}}}}",
        "{'Port':{'" + PORT + "':{'insert':{'name':'p1','tag':7,'trunks':['set',[1,2,3]],'interfaces':['uuid','" + ROOT
            + "']}}}}",
        "{'Port':{'" + PORT + "':{'modify':{'tag':['set',[]],'trunks':['set',[3,4]],"
            + "'external_ids':['map',[['a','b']]]}}}}",
        "{'Interface':{'" + PORT + "':{'new':{'ofport':1,'statistics':['map',[['rx_packets',17]]],"
            + "'link_speed':1000000000}}},'QoS':{'" + ROOT + "':{'old':{'type':'linux-htb'}}}}",
        "{'Port':{'" + PORT + "':{'delete':null}}}");

    private final DbSchema schema = file();
    private final Random random = new Random(SEED);

    @Test
    public void mutatedUpdatesAreAppliedOrRejected() {
        Snapshot snapshot = Snapshot.EMPTY;
        int applied = 0;
        for (int i = 0; i < ROUNDS; i++) {
            JsonNode update = json(UPDATES.get(random.nextInt(UPDATES.size())));
            for (int changes = random.nextInt(3); changes > 0; changes--) {
                update = mutate(update);
            }
            try {
                snapshot = TableUpdates.apply(snapshot, schema, update);
                applied++;
            } catch (final IllegalArgumentException e) {
                assertNotNull("the error has a message: " + update, e.getMessage());
            }
        }
        assertTrue("applied: " + applied, applied > ROUNDS / 10 && applied < ROUNDS);
    }

    @Test
    public void mutatedValuesSurviveARoundTripOrAreRejected() {
        for (int i = 0; i < ROUNDS; i++) {
            final JsonNode value = mutate(json("['map',[['a',['uuid','" + ROOT + "']],[1,true],[2.5,'x']]]"));
            final Datum datum;
            try {
                datum = DatumCodec.decode(value);
            } catch (final IllegalArgumentException e) {
                continue;
            }
            assertTrue(value.toString(), datum.equals(DatumCodec.decode(DatumCodec.encode(datum))));
        }
    }

    @Test
    public void valuesOutsideEveryColumnTypeAreRejected() {
        for (final String column : List.of("'tag':9223372036854775808", "'tag':1.5", "'tag':'7'", "'tag':['set',[1,2]]",
                "'name':7", "'name':['set',['a','b']]", "'name':'\\ud800'", "'name':'\\u0000'", "'trunks':['map',[]]",
                "'external_ids':['map',[['a','1'],['a','2']]]", "'external_ids':['map',[['a']]]",
                "'external_ids':['set',[]]", "'interfaces':['uuid','1-1-1-1-1']", "'interfaces':['named-uuid','x']",
                "'tag':null", "'tag':{}", "'tag':[]", "'tag':['uuid']", "'nothing':1")) {
            final JsonNode update = json("{'Port':{'" + PORT + "':{'insert':{" + column + "}}}}");
            assertThrows(column, IllegalArgumentException.class,
                () -> TableUpdates.apply(Snapshot.EMPTY, schema, update));
        }
        for (final String update : List.of("{'Nothing':{}}", "{'Port':5}", "{'Port':{'x':{'insert':{}}}}",
                "{'Port':{'" + PORT + "':5}}", "{'Port':{'" + PORT + "':{'insert':5}}}",
                "{'Port':{'" + PORT + "':{'modify':{}}}}", "{'Port':{'" + PORT + "':{}}}", "null", "[]")) {
            assertThrows(update, IllegalArgumentException.class,
                () -> TableUpdates.apply(Snapshot.EMPTY, schema, json(update)));
        }
    }

    /** Replaces, removes or duplicates one random part of the value. */
    private JsonNode mutate(final JsonNode json) {
        if (json.isEmpty() || random.nextInt(4) == 0) {
            return anything();
        }
        final int at = random.nextInt(json.size());
        if (json.isArray()) {
            final ArrayNode copy = json.deepCopy();
            switch (random.nextInt(4)) {
                case 0 -> copy.remove(at);
                case 1 -> copy.insert(at, copy.get(at));
                default -> copy.set(at, mutate(copy.get(at)));
            }
            return copy;
        }
        final ObjectNode copy = json.deepCopy();
        final List<String> names = new ArrayList<>();
        copy.fieldNames().forEachRemaining(names::add);
        final JsonNode value = copy.get(names.get(at));
        switch (random.nextInt(4)) {
            case 0 -> copy.remove(names.get(at));
            case 1 -> copy.set(names.get(at) + (random.nextBoolean() ? "x" : HALF), value);
            default -> copy.set(names.get(at), mutate(value));
        }
        return copy;
    }

    private JsonNode anything() {
        return switch (random.nextInt(10)) {
            case 0 -> JSON.nullNode();
            case 1 -> JSON.numberNode(random.nextLong());
            case 2 -> JSON.numberNode(BigInteger.TWO.pow(70));
            case 3 -> JSON.numberNode(Double.POSITIVE_INFINITY);
            case 4 -> JSON.textNode(HALF);
            case 5 -> JSON.textNode("x".repeat(random.nextInt(100)));
            case 6 -> JSON.arrayNode().add("uuid").add("1-2-3-4-5");
            case 7 -> JSON.arrayNode().add("set").add(JSON.arrayNode().add(1).add("1"));
            case 8 -> JSON.objectNode();
            default -> JSON.booleanNode(random.nextBoolean());
        };
    }

    private static DbSchema file() {
        try {
            return DbSchema.parse(MAPPER.readTree(new File("/usr/share/openvswitch/vswitch.ovsschema")));
        } catch (final IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static JsonNode json(final String text) {
        try {
            return MAPPER.readTree(text.replace('\'', '"'));
        } catch (final JsonProcessingException e) {
            throw new IllegalArgumentException(e);
        }
    }
}
