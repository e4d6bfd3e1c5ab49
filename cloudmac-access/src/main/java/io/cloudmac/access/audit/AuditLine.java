// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.access.audit;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.regex.Pattern;

/** Formats the lines of audit files: JSON in printable ASCII, so that no name or path can forge a line. */
final class AuditLine {
    /** The only control character that JSON and ASCII allow as it is. */
    private static final char DELETE = 0x7f;
    private static final char REPLACEMENT = '?';
    /** A server may take a session from the path, so whoever reads it there could use the session. */
    private static final Pattern SESSION = Pattern.compile("(?i)(;\\s*jsessionid)=[^;/?]*");
    private static final JsonFactory JSON = JsonFactory.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();

    private AuditLine() {
    }

    /** Returns the line of a request. */
    static byte[] of(final long number, final AuditEntry entry) {
        return line(number, entry.time(), entry.share(), json -> {
            text(json, "user", entry.user());
            text(json, "tried", entry.tried());
            text(json, "source", entry.source());
            text(json, "method", entry.method());
            text(json, "path", entry.path() == null ? null : SESSION.matcher(entry.path()).replaceAll("$1=..."));
            if (entry.status().isPresent()) {
                json.writeNumberField("status", entry.status().getAsInt());
            }
        });
    }

    /** Returns the line that counts the requests of a share that have no line. */
    static byte[] ofLost(final long number, final Instant time, final AuditShare share, final long lost) {
        return line(number, time, share, json -> json.writeNumberField("lost", lost));
    }

    private interface Fields {
        void write(JsonGenerator json) throws IOException;
    }

    private static byte[] line(final long number, final Instant time, final AuditShare share, final Fields fields) {
        final StringWriter line = new StringWriter();
        try (JsonGenerator json = JSON.createGenerator(line)) {
            json.writeStartObject();
            json.writeNumberField("number", number);
            json.writeStringField("time", time.truncatedTo(ChronoUnit.MILLIS).toString());
            json.writeStringField("share", share.label());
            fields.write(json);
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException("a writer in memory failed", e);
        }
        return line.append('\n').toString().getBytes(StandardCharsets.US_ASCII);
    }

    private static void text(final JsonGenerator json, final String name, final String value) throws IOException {
        if (value != null) {
            json.writeStringField(name, value.replace(DELETE, REPLACEMENT));
        }
    }
}
