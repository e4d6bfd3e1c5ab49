// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.net.ProtocolException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The JSON codec of the control protocol. */
class JsonTest {
    @ParameterizedTest
    @ValueSource(strings = {"", "null", "1", "[]", "{", "{}{}", "{} x", "{a:1}", "{'a':1}", "{\"a\":NaN}", "{\"a\":}",
        "{\"a\":1,\"a\":1}", "{\"b\":{\"a\":1,\"a\":2}}"})
    void onlyOneObjectIsAccepted(final String text) {
        assertThrows(ProtocolException.class, () -> Json.parse(text));
    }

    @Test
    void aValueOfAnyTypeKeepsItsText() {
        for (final String text : new String[] {"null", "true", "18446744073709551615", "-1.5", "\"a b\"",
            "{\"ip\":[1,2]}", "[]"}) {
            assertEquals(text, Json.parseValue(text).toString());
        }
        for (final String text : new String[] {"", " ", "1 2", "{a:1}", "{\"a\":1,\"a\":1}", "nul"}) {
            assertThrows(IllegalArgumentException.class, () -> Json.parseValue(text), text);
        }
    }

    @Test
    void aShortTextIsPrintable() throws ProtocolException {
        final ObjectNode object = Json.newObject().put("a", "x\u0000y\ud800").put("b", "x".repeat(129));
        final String replaced = Character.toString(0xfffd);
        assertEquals("x" + replaced + "y" + replaced, Json.shortText(object, "a"));
        assertMessage("member 'b' has more than 128 characters", () -> Json.shortText(object, "b"));
        assertMessage("member 'c' should be a value, is missing", () -> Json.value(object, "c"));
    }

    @Test
    void deepNestingIsRefused() {
        assertThrows(ProtocolException.class, () -> Json.parse("[".repeat(65_000)));
        assertThrows(ProtocolException.class, () -> Json.parse("{\"a\":".repeat(13_000)));
    }

    @Test
    void nestingIsLimitedTo100() throws ProtocolException {
        assertEquals(1, Json.parse("{\"a\":".repeat(99) + "{}" + "}".repeat(99)).size());
        assertThrows(ProtocolException.class, () -> Json.parse("{\"a\":".repeat(100) + "{}" + "}".repeat(100)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"1e99999999999", "-1e99999999999", "1e-99999999999"})
    void anExponentOutOfRangeIsRefused(final String number) {
        final String text = "{\"n\":" + number + "}";
        assertThrows(ProtocolException.class, () -> Json.integer(Json.parse(text), "n", -9, 9));
    }

    @Test
    void aNumberOf2000DigitsIsRefused() {
        final String digits = "9".repeat(2_000);
        assertThrows(ProtocolException.class, () -> Json.parse("{\"n\":" + digits + "}"));
        assertThrows(ProtocolException.class, () -> Json.parse("{\"n\":0." + digits + "}"));
    }

    @Test
    void errorsNameTheWrongMember() throws ProtocolException {
        final ObjectNode object = Json.parse("{\"mac\":\"AA:00:00:00:00:01\",\"n\":1.5,\"big\":1e300,\"s\":\"7\"}");
        assertMessage("member 'mac' should be a MAC address in lower case with colons, is \"AA:00:00:00:00:01\"",
            () -> Json.mac(object, "mac"));
        assertMessage("member 'n' should be a whole number from 0 to 9, is 1.5", () -> Json.integer(object, "n", 0, 9));
        assertMessage("member 'big' should be a whole number from 0 to 9, is 1E+300",
            () -> Json.integer(object, "big", 0, 9));
        assertMessage("member 's' should be a whole number from 0 to 9, is \"7\"",
            () -> Json.integer(object, "s", 0, 9));
        assertMessage("member 'big' should be a number from -128.0 to 127.0, is 1E+300",
            () -> Json.number(object, "big", -128, 127));
        assertMessage("member 's' should be a number from 0.0 to 9.0, is \"7\"", () -> Json.number(object, "s", 0, 9));
        assertMessage("member 'list' should be an array, is missing", () -> Json.list(object, "list", item -> item));
    }

    private static void assertMessage(final String message, final Executable code) {
        assertEquals(message, assertThrows(ProtocolException.class, code).getMessage());
    }

    @Test
    void longValuesAreTruncatedInErrors() throws ProtocolException {
        final ObjectNode object = Json.parse("{\"a\":\"" + "x".repeat(1_000) + "\"}");
        assertTrue(assertThrows(ProtocolException.class, () -> Json.bool(object, "a")).getMessage().length() < 120);
    }
}
