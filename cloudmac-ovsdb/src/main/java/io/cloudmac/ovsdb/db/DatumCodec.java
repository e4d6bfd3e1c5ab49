// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.ovsdb.db;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.cloudmac.ovsdb.db.Datum.MapDatum;
import io.cloudmac.ovsdb.db.Datum.NamedUuid;
import io.cloudmac.ovsdb.db.Datum.SetDatum;
import io.cloudmac.ovsdb.db.DbSchema.ColumnType;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/** Converts values to and from JSON (RFC 7047, section 5.1). */
public final class DatumCodec {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
    private static final int UUID_LENGTH = 36;

    private DatumCodec() {
    }

    /**
     * Decodes a value of unknown type. It reads a number without fraction as an integer, a single atom as a
     * set.
     *
     * @throws IllegalArgumentException if the JSON is not a value
     */
    public static Datum decode(final JsonNode json) {
        return decode(json, null, null);
    }

    /**
     * Decodes a value of a column.
     *
     * @throws IllegalArgumentException if the JSON is not a value of this type
     */
    static Datum decode(final JsonNode json, final ColumnType type) {
        final Datum datum = decode(json, type.keyType(), type.valueType());
        if (type.map() != datum instanceof MapDatum) {
            throw malformed(json);
        }
        if (datum.atomSet().size() > type.max() && !type.composite()) {
            throw malformed(json);
        }
        return datum;
    }

    private static Datum decode(final JsonNode json, final String keyType, final String valueType) {
        if (json.isArray() && json.size() == 2 && json.get(0).isTextual() && json.get(1).isArray()) {
            switch (json.get(0).asText()) {
                case "set":
                    final Set<Object> atoms = new LinkedHashSet<>();
                    json.get(1).forEach(atom -> atoms.add(decodeAtom(atom, keyType)));
                    return new SetDatum(atoms);
                case "map":
                    final Map<Object, Object> entries = new LinkedHashMap<>();
                    json.get(1).forEach(pair -> {
                        if (!pair.isArray() || pair.size() != 2) {
                            throw malformed(json);
                        }
                        if (entries.put(decodeAtom(pair.get(0), keyType), decodeAtom(pair.get(1), valueType)) != null) {
                            throw malformed(json);
                        }
                    });
                    return new MapDatum(entries);
                default:
                    throw malformed(json);
            }
        }
        return Datum.of(decodeAtom(json, keyType));
    }

    /**
     * Encodes a value. It encodes a set of one as the atom.
     *
     * @throws IllegalArgumentException if the value has an unresolved reference
     */
    public static JsonNode encode(final Datum datum) {
        final ArrayNode elements = JSON.arrayNode();
        if (datum instanceof MapDatum map) {
            map.entries().forEach(
                (key, value) -> elements.addArray().add(encodeAtom(key)).add(encodeAtom(value)));
            return JSON.arrayNode().add("map").add(elements);
        }
        final Set<Object> atoms = datum.atomSet();
        if (atoms.size() == 1) {
            return encodeAtom(atoms.iterator().next());
        }
        atoms.forEach(atom -> elements.add(encodeAtom(atom)));
        return JSON.arrayNode().add("set").add(elements);
    }

    /** Encodes a row, or some columns of it. */
    public static ObjectNode encodeRow(final Map<String, Datum> columns) {
        final ObjectNode row = JSON.objectNode();
        columns.forEach((column, datum) -> row.set(column, encode(datum)));
        return row;
    }

    /** Encodes a reference to a row that exists. */
    public static JsonNode encodeUuid(final UUID uuid) {
        return JSON.arrayNode().add("uuid").add(uuid.toString());
    }

    /** Decodes an atom of this type; if the type is null, of the type that the JSON suggests. */
    private static Object decodeAtom(final JsonNode json, final String type) {
        final Object atom = anyAtom(json);
        if (type == null) {
            return atom;
        }
        final boolean fits = switch (type) {
            case "integer" -> atom instanceof Long;
            case "real" -> atom instanceof Double || atom instanceof Long;
            case "boolean" -> atom instanceof Boolean;
            case "string" -> atom instanceof String;
            case "uuid" -> atom instanceof UUID;
            default -> false;
        };
        if (!fits) {
            throw malformed(json);
        }
        return "real".equals(type) ? (Object) ((Number) atom).doubleValue() : atom;
    }

    private static Object anyAtom(final JsonNode json) {
        if (json.isTextual() && Unicode.isValid(json.textValue())) {
            return json.textValue();
        }
        if (json.isBoolean()) {
            return json.booleanValue();
        }
        if (json.isIntegralNumber() && json.canConvertToLong()) {
            return json.longValue();
        }
        if (json.isNumber() && Double.isFinite(json.doubleValue())) {
            return json.doubleValue();
        }
        if (json.isArray() && json.size() == 2 && "uuid".equals(json.get(0).textValue())
                && json.get(1).isTextual()) {
            return uuid(json.get(1).textValue());
        }
        throw malformed(json);
    }

    /**
     * Parses a UUID.
     *
     * @throws IllegalArgumentException if the text is not a UUID, even where {@link UUID#fromString} accepts
     *     it
     */
    static UUID uuid(final String text) {
        if (text.length() != UUID_LENGTH) {
            throw new IllegalArgumentException("not a UUID: "
                + text.substring(0, Math.min(text.length(), UUID_LENGTH)));
        }
        return UUID.fromString(text);
    }

    private static JsonNode encodeAtom(final Object atom) {
        if (atom instanceof String string) {
            return JSON.textNode(string);
        }
        if (atom instanceof Long integer) {
            return JSON.numberNode(integer);
        }
        if (atom instanceof Boolean bool) {
            return JSON.booleanNode(bool);
        }
        if (atom instanceof UUID uuid) {
            return encodeUuid(uuid);
        }
        if (atom instanceof NamedUuid named) {
            return JSON.arrayNode().add("named-uuid").add(named.name());
        }
        if (atom instanceof Double real) {
            return JSON.numberNode(real);
        }
        throw new IllegalArgumentException("not a column value: " + atom);
    }

    private static IllegalArgumentException malformed(final JsonNode json) {
        final String text = json.toString();
        return new IllegalArgumentException(
            "malformed value " + (text.length() > 80 ? text.substring(0, 80) + "..." : text));
    }
}
