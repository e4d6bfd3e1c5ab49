// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.ovsdb.db;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.junit.Test;

/** Applies both formats of table updates to a schema with every kind of column. */
public class TableUpdatesTest {
    private static final UUID ROW = new UUID(0, 1);
    private static final UUID REF = new UUID(0, 2);
    private static final String SCHEMA = """
        {"version":"1.2.3","tables":{"T":{"columns":{
          "scalar":{"type":"string"},
          "optional":{"type":{"key":{"type":"integer","maxInteger":9},"min":0,"max":1}},
          "set":{"type":{"key":"uuid","min":0,"max":"unlimited"}},
          "map":{"type":{"key":"string","value":"string","min":0,"max":"unlimited"}}}}}}""";

    private final DbSchema schema = DbSchema.parse(json(SCHEMA));
    private Snapshot snapshot = Snapshot.EMPTY;

    @Test
    public void insertedRowHasDefaultsForOmittedColumns() {
        update("{'insert':{'scalar':'x'}}");
        assertEquals(Map.of("scalar", Datum.of("x"), "optional", Datum.EMPTY, "set", Datum.EMPTY,
            "map", Datum.EMPTY_MAP), row().columns());
    }

    @Test
    public void differencesOfSetsAndMapsAreApplied() {
        update("{'initial':{'optional':3,'set':['set',[['uuid','" + ROW + "'],['uuid','" + REF + "']]],"
            + "'map':['map',[['a','1'],['b','2']]]}}");
        update("{'modify':{'optional':4,'set':['uuid','" + ROW + "'],'map':['map',[['a','1'],['b','3'],['c','4']]]}}");
        assertEquals(4L, row().integer("optional").orElseThrow().longValue());
        assertEquals(Set.of(REF), row().references("set"));
        assertEquals(Map.of("b", "3", "c", "4"), row().stringMap("map"));
        update("{'modify':{'optional':['set',[]]}}");
        assertEquals(Datum.EMPTY, row().column("optional"));
    }

    @Test
    public void plainMonitorSendsWholeRows() {
        update("{'new':{'scalar':'x','map':['map',[['a','1']]]}}");
        update("{'old':{'map':['map',[['a','1']]]},'new':{'scalar':'x','map':['map',[['b','1']]]}}");
        assertEquals(Map.of("b", "1"), row().stringMap("map"));
        update("{'old':{'scalar':'x'}}");
        assertEquals(0, snapshot.rows("T").size());
    }

    @Test
    public void deletedRowIsRemoved() {
        update("{'insert':{}}");
        update("{'delete':null}");
        assertEquals(0, snapshot.rows("T").size());
    }

    @Test
    public void updatesThatViolateTheSchemaAreRejected() {
        assertThrows(IllegalArgumentException.class, () -> update("{'modify':{'scalar':'x'}}"));
        assertThrows(IllegalArgumentException.class, () -> update("{'what':{}}"));
        assertThrows(IllegalArgumentException.class, () -> update("{'insert':{'scalar':['set']}}"));
        assertThrows(IllegalArgumentException.class, () -> update("{'insert':{'set':['uuid','not one']}}"));
        assertThrows(IllegalArgumentException.class,
            () -> TableUpdates.apply(snapshot, schema, json("[]")));
        update("{'insert':{}}");
        assertThrows(IllegalArgumentException.class, () -> update("{'modify':{'unknown':'x'}}"));
    }

    @Test
    public void snapshotsAreImmutable() {
        update("{'insert':{'scalar':'x'}}");
        final Snapshot before = snapshot;
        update("{'modify':{'scalar':'y'}}");
        assertEquals("x", before.row("T", ROW).orElseThrow().string("scalar").orElseThrow());
    }

    private void update(final String row) {
        snapshot = TableUpdates.apply(snapshot, schema,
            json("{\"T\":{\"" + ROW + "\":" + row.replace('\'', '"') + "}}"));
    }

    private Row row() {
        return snapshot.row("T", ROW).orElseThrow();
    }

    private static JsonNode json(final String text) {
        try {
            return new ObjectMapper().readTree(text);
        } catch (final JsonProcessingException e) {
            throw new IllegalArgumentException(e);
        }
    }
}
