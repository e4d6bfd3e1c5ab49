// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.access;

import com.google.gson.stream.JsonReader;
import com.google.gson.stream.MalformedJsonException;
import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds where a body stops being JSON. It reads as RESTCONF does, with the same library and as leniently, so it refuses
 * nothing that RESTCONF would accept.
 */
final class JsonFault {
    private static final Pattern PLACE = Pattern.compile("at (line \\d+ column \\d+)");
    private static final String ROOT = "$.";
    /** Characters of a member's path that are told. */
    private static final int LONGEST = 100;

    private JsonFault() {
    }

    /** Returns what is wrong with a body, for the operator; empty if it is JSON, or empty. */
    static Optional<String> in(final byte[] body) {
        final JsonReader reader =
            new JsonReader(new InputStreamReader(new ByteArrayInputStream(body), StandardCharsets.UTF_8));
        reader.setLenient(true);
        boolean isBegun = false;
        try {
            reader.peek();
            isBegun = true;
            readValue(reader);
            return Optional.empty();
        } catch (EOFException e) {
            return isBegun ? Optional.of("the body ends inside its JSON, at " + place(reader) + member(reader)
                + ": a brace, a bracket or a quotation mark is missing") : Optional.empty();
        } catch (MalformedJsonException | NumberFormatException e) {
            return Optional.of("the body is not JSON from " + place(reader) + member(reader)
                + " on: allowed is an object such as {\"module:member\": {\"name\": \"value\"}}");
        } catch (IOException e) {
            return Optional.of("the body cannot be read");
        }
    }

    private static void readValue(final JsonReader reader) throws IOException {
        int depth = 0;
        do {
            depth += step(reader);
        } while (depth > 0);
    }

    /** Reads one token, and returns by how much the depth changes. */
    private static int step(final JsonReader reader) throws IOException {
        switch (reader.peek()) {
            case BEGIN_ARRAY -> reader.beginArray();
            case BEGIN_OBJECT -> reader.beginObject();
            case END_ARRAY -> {
                reader.endArray();
                return -1;
            }
            case END_OBJECT -> {
                reader.endObject();
                return -1;
            }
            case NAME -> {
                reader.nextName();
                return 0;
            }
            case BOOLEAN -> {
                reader.nextBoolean();
                return 0;
            }
            case NULL -> {
                reader.nextNull();
                return 0;
            }
            default -> {
                reader.nextString();
                return 0;
            }
        }
        return 1;
    }

    private static String place(final JsonReader reader) {
        final Matcher place = PLACE.matcher(reader.toString());
        return place.find() ? place.group(1) : "some place";
    }

    private static String member(final JsonReader reader) {
        final String path = reader.getPath();
        if (!path.startsWith(ROOT) || path.length() == ROOT.length()) {
            return "";
        }
        final String member = path.substring(ROOT.length());
        return ", in " + (member.length() > LONGEST ? member.substring(0, LONGEST) + "..." : member);
    }
}
