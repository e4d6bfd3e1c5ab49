// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.ovsdb.jsonrpc;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.cloudmac.ovsdb.db.DbSchema;
import java.util.Map;
import org.junit.Test;

public class ConfigurationCounterTest {
    @Test
    public void resultOfTheCounterIsRemoved() throws Exception {
        assertEquals(json("[{'count':1},{}]"),
            ConfigurationCounter.without(json("[{'count':1},{},{'count':1}]"), 2));
        assertEquals("an operation failed", json("[{'count':1},{'error':'no'}]"),
            ConfigurationCounter.without(json("[{'count':1},{'error':'no'},null]"), 2));
        assertEquals("the commit failed", json("[{'count':1},{'error':'no'}]"),
            ConfigurationCounter.without(json("[{'count':1},{'count':1},{'error':'no'}]"), 1));
        assertEquals("a short reply is passed on", json("[]"),
            ConfigurationCounter.without(json("[]"), 1));
    }

    @Test
    public void counterIsOmittedIfTheSchemaLacksIt() {
        assertFalse(ConfigurationCounter.in(new DbSchema("8.3.1", Map.of())));
        assertFalse(ConfigurationCounter.in(new DbSchema("8.3.1", Map.of("Open_vSwitch", Map.of()))));
    }

    private static JsonNode json(final String text) throws Exception {
        return new ObjectMapper().readTree(text.replace('\'', '"'));
    }
}
