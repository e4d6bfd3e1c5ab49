// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.wtp;

import com.google.gson.Gson;
import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonPrimitive;
import com.google.gson.TypeAdapter;
import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonToken;
import java.io.IOException;
import java.io.StringReader;
import java.math.BigDecimal;
import java.net.ProtocolException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Strict reading of what an agent sent: every accessor says which member is wrong and how. */
final class Json {
    private static final TypeAdapter<JsonElement> ELEMENTS = new Gson().getAdapter(JsonElement.class);
    private static final Pattern MAC = Pattern.compile("[0-9a-f]{2}(:[0-9a-f]{2}){5}");

    private Json() {
    }

    /** A conversion of one array member. */
    interface Reader<T> {
        T read(JsonObject object) throws ProtocolException;
    }

    /**
     * Parses one object.
     *
     * @param text exactly one JSON object
     * @throws ProtocolException if it is anything else
     */
    static JsonObject parse(final String text) throws ProtocolException {
        try (JsonReader reader = new JsonReader(new StringReader(text))) {
            final JsonElement element = ELEMENTS.read(reader);
            if (element != null && element.isJsonObject() && reader.peek() == JsonToken.END_DOCUMENT) {
                return element.getAsJsonObject();
            }
        } catch (IOException | JsonParseException e) {
            throw protocolError("a line that is not JSON: " + e.getMessage(), e);
        }
        throw new ProtocolException("a line that is not one JSON object");
    }

    static String string(final JsonObject object, final String member) throws ProtocolException {
        final JsonPrimitive value = primitive(object, member);
        if (!value.isString()) {
            throw wrong(object, member, "a string");
        }
        return value.getAsString();
    }

    static String mac(final JsonObject object, final String member) throws ProtocolException {
        final String value = string(object, member);
        if (!MAC.matcher(value).matches()) {
            throw wrong(object, member, "a MAC address in lower case with colons");
        }
        return value;
    }

    static boolean bool(final JsonObject object, final String member) throws ProtocolException {
        final JsonPrimitive value = primitive(object, member);
        if (!value.isBoolean()) {
            throw wrong(object, member, "true or false");
        }
        return value.getAsBoolean();
    }

    static long integer(final JsonObject object, final String member, final long min, final long max)
            throws ProtocolException {
        final JsonPrimitive value = primitive(object, member);
        if (value.isNumber()) {
            final BigDecimal number = value.getAsBigDecimal();
            // The range first: a whole number of a billion digits is never written out.
            if (number.compareTo(BigDecimal.valueOf(min)) >= 0 && number.compareTo(BigDecimal.valueOf(max)) <= 0
                    && number.stripTrailingZeros().scale() <= 0) {
                return number.longValueExact();
            }
        }
        throw wrong(object, member, "a whole number from " + min + " to " + max);
    }

    static double number(final JsonObject object, final String member, final double min, final double max)
            throws ProtocolException {
        final JsonPrimitive value = primitive(object, member);
        if (value.isNumber() && value.getAsDouble() >= min && value.getAsDouble() <= max) {
            return value.getAsDouble();
        }
        throw wrong(object, member, "a number from " + min + " to " + max);
    }

    static JsonObject object(final JsonObject object, final String member) throws ProtocolException {
        if (!(object.get(member) instanceof JsonObject value)) {
            throw wrong(object, member, "an object");
        }
        return value;
    }

    static <T> List<T> list(final JsonObject object, final String member, final Reader<T> reader)
            throws ProtocolException {
        if (!(object.get(member) instanceof JsonArray array)) {
            throw wrong(object, member, "an array");
        }
        final List<T> result = new ArrayList<>(array.size());
        for (final JsonElement element : array) {
            if (!(element instanceof JsonObject item)) {
                throw wrong(object, member, "an array of objects");
            }
            result.add(reader.read(item));
        }
        return List.copyOf(result);
    }

    static List<String> strings(final JsonObject object, final String member) throws ProtocolException {
        if (!(object.get(member) instanceof JsonArray array)) {
            throw wrong(object, member, "an array");
        }
        final List<String> result = new ArrayList<>(array.size());
        for (final JsonElement element : array) {
            if (!(element instanceof JsonPrimitive item) || !item.isString()) {
                throw wrong(object, member, "an array of strings");
            }
            result.add(item.getAsString());
        }
        return List.copyOf(result);
    }

    private static JsonPrimitive primitive(final JsonObject object, final String member) throws ProtocolException {
        if (!(object.get(member) instanceof JsonPrimitive value)) {
            throw wrong(object, member, "there");
        }
        return value;
    }

    private static ProtocolException wrong(final JsonObject object, final String member, final String expected) {
        final JsonElement value = object.get(member);
        return new ProtocolException("member '" + member + "' should be " + expected
            + (value == null ? ", is missing" : ", is " + brief(value.toString())));
    }

    private static String brief(final String text) {
        return text.length() <= 60 ? text : text.substring(0, 60) + "...";
    }

    private static ProtocolException protocolError(final String text, final Exception cause) {
        final ProtocolException result = new ProtocolException(text);
        result.initCause(cause);
        return result;
    }
}
