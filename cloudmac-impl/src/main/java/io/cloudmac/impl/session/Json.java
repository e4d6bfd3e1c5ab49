// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.session;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.net.ProtocolException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Reads the messages of a peer strictly. The error of each accessor names the wrong member and its value. */
public final class Json {
    /** Nesting limit; messages of peers nest few levels deep. */
    private static final int MAX_NESTING = 100;
    private static final JsonMapper MAPPER = JsonMapper.builder(JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder().maxNestingDepth(MAX_NESTING).build())
            .build())
        .enable(DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY, DeserializationFeature.FAIL_ON_TRAILING_TOKENS,
            DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
        .build();
    private static final int MAX_SHORT = 128;
    private static final String REPLACEMENT = Character.toString(0xfffd);
    private static final Pattern MAC = Pattern.compile("[0-9a-f]{2}(:[0-9a-f]{2}){5}");

    private Json() {
    }

    /** Returns an object without members. */
    public static ObjectNode newObject() {
        return JsonNodeFactory.instance.objectNode();
    }

    /** Converts one member of an array. */
    public interface Reader<T> {
        T read(ObjectNode object) throws ProtocolException;
    }

    /**
     * Parses one object.
     *
     * @param text exactly one JSON object
     * @throws ProtocolException if it is anything else
     */
    public static ObjectNode parse(final String text) throws ProtocolException {
        try {
            if (MAPPER.readTree(text) instanceof ObjectNode object) {
                return object;
            }
        } catch (final JsonProcessingException e) {
            throw protocolError("a line that is not JSON: " + e.getOriginalMessage(), e);
        }
        throw new ProtocolException("a line that is not one JSON object");
    }

    /**
     * Parses one value of any type.
     *
     * @throws IllegalArgumentException if the text is not exactly one JSON value
     */
    public static JsonNode parseValue(final String text) {
        try {
            final JsonNode value = MAPPER.readTree(text);
            if (!value.isMissingNode()) {
                return value;
            }
        } catch (final JsonProcessingException e) {
            throw new IllegalArgumentException("'" + brief(text) + "' is not JSON: " + e.getOriginalMessage(), e);
        }
        throw new IllegalArgumentException("an empty text is not JSON");
    }

    public static String string(final ObjectNode object, final String member) throws ProtocolException {
        final JsonNode value = primitive(object, member);
        if (!value.isTextual()) {
            throw wrong(object, member, "a string");
        }
        return value.textValue();
    }

    /** Reads a text of at most {@value #MAX_SHORT} characters, and replaces what XML and consoles cannot show. */
    public static String shortText(final ObjectNode object, final String member) throws ProtocolException {
        final String text = string(object, member);
        if (text.length() > MAX_SHORT) {
            throw new ProtocolException("member '" + member + "' has more than " + MAX_SHORT + " characters");
        }
        return Failures.UNSAFE.matcher(text).replaceAll(REPLACEMENT);
    }

    public static String mac(final ObjectNode object, final String member) throws ProtocolException {
        final String value = string(object, member);
        if (!MAC.matcher(value).matches()) {
            throw wrong(object, member, "a MAC address in lower case with colons");
        }
        return value;
    }

    public static boolean bool(final ObjectNode object, final String member) throws ProtocolException {
        final JsonNode value = primitive(object, member);
        if (!value.isBoolean()) {
            throw wrong(object, member, "true or false");
        }
        return value.booleanValue();
    }

    public static long integer(final ObjectNode object, final String member, final long min, final long max)
            throws ProtocolException {
        final JsonNode value = primitive(object, member);
        // If the exponent is out of range, Jackson returns a double: infinite, or zero.
        if (value.isIntegralNumber() || value.isBigDecimal()) {
            final BigDecimal number = value.decimalValue();
            // The range comes first, so that a number with a billion digits is never expanded.
            if (number.compareTo(BigDecimal.valueOf(min)) >= 0 && number.compareTo(BigDecimal.valueOf(max)) <= 0
                    && number.stripTrailingZeros().scale() <= 0) {
                return number.longValueExact();
            }
        }
        throw wrong(object, member, "a whole number from " + min + " to " + max);
    }

    public static double number(final ObjectNode object, final String member, final double min, final double max)
            throws ProtocolException {
        final JsonNode value = primitive(object, member);
        if (value.isNumber() && value.doubleValue() >= min && value.doubleValue() <= max) {
            return value.doubleValue();
        }
        throw wrong(object, member, "a number from " + min + " to " + max);
    }

    /** Returns a member of any type. */
    public static JsonNode value(final ObjectNode object, final String member) throws ProtocolException {
        final JsonNode value = object.get(member);
        if (value == null) {
            throw wrong(object, member, "a value");
        }
        return value;
    }

    public static ObjectNode object(final ObjectNode object, final String member) throws ProtocolException {
        if (!(object.get(member) instanceof ObjectNode value)) {
            throw wrong(object, member, "an object");
        }
        return value;
    }

    public static <T> List<T> list(final ObjectNode object, final String member, final Reader<T> reader)
            throws ProtocolException {
        if (!(object.get(member) instanceof ArrayNode array)) {
            throw wrong(object, member, "an array");
        }
        final List<T> result = new ArrayList<>(array.size());
        for (final JsonNode element : array) {
            if (!(element instanceof ObjectNode item)) {
                throw wrong(object, member, "an array of objects");
            }
            result.add(reader.read(item));
        }
        return List.copyOf(result);
    }

    /** Returns the elements of an array, of any kind. */
    public static List<JsonNode> values(final ObjectNode object, final String member) throws ProtocolException {
        if (!(object.get(member) instanceof ArrayNode array)) {
            throw wrong(object, member, "an array");
        }
        final List<JsonNode> result = new ArrayList<>(array.size());
        array.forEach(result::add);
        return List.copyOf(result);
    }

    public static List<String> strings(final ObjectNode object, final String member) throws ProtocolException {
        if (!(object.get(member) instanceof ArrayNode array)) {
            throw wrong(object, member, "an array");
        }
        final List<String> result = new ArrayList<>(array.size());
        for (final JsonNode element : array) {
            if (!element.isTextual()) {
                throw wrong(object, member, "an array of strings");
            }
            result.add(element.textValue());
        }
        return List.copyOf(result);
    }

    private static JsonNode primitive(final ObjectNode object, final String member) throws ProtocolException {
        final JsonNode value = object.get(member);
        if (value == null || !value.isValueNode() || value.isNull()) {
            throw wrong(object, member, "a simple value");
        }
        return value;
    }

    private static ProtocolException wrong(final ObjectNode object, final String member, final String expected) {
        final JsonNode value = object.get(member);
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
