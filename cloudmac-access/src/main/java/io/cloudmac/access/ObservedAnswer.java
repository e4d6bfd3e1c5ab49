// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.access;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.servlet.ServletOutputStream;
import javax.servlet.WriteListener;
import javax.servlet.http.HttpServletResponse;
import javax.servlet.http.HttpServletResponseWrapper;

/** An answer that remembers the begin of its body if it is an error. It passes everything on at once. */
final class ObservedAnswer extends HttpServletResponseWrapper {
    private static final JsonMapper MAPPER = new JsonMapper();
    private static final int LONGEST = 4096;
    private static final int FIRST_ERROR = 400;
    /** The first message of an error of RFC 8040, in JSON or XML. It may be cut. */
    private static final Pattern MESSAGE =
        Pattern.compile("\"error-message\"\\s*:\\s*\"((?:[^\"\\\\]++|\\\\.)*+)|<error-message[^>]*>([^<]*)");

    private final ByteArrayOutputStream begin = new ByteArrayOutputStream();
    private ServletOutputStream stream;
    private volatile String sent;

    ObservedAnswer(final HttpServletResponse answer) {
        super(answer);
    }

    /** Returns the first error-message of the answer; null if it has none. */
    synchronized String reason() {
        final Matcher message = MESSAGE.matcher(begin.toString(StandardCharsets.UTF_8));
        if (message.find()) {
            return message.group(1) == null ? message.group(2) : unescaped(message.group(1));
        }
        return sent;
    }

    private static String unescaped(final String json) {
        try {
            return MAPPER.readValue('"' + json + '"', String.class);
        } catch (JsonProcessingException e) {
            // It is cut.
            return json;
        }
    }

    @Override
    public void sendError(final int status, final String message) throws IOException {
        sent = message;
        super.sendError(status, message);
    }

    @Override
    public synchronized ServletOutputStream getOutputStream() throws IOException {
        if (stream == null) {
            stream = new Observed(super.getOutputStream());
        }
        return stream;
    }

    private synchronized void remember(final byte[] octets, final int offset, final int length) {
        if (getStatus() >= FIRST_ERROR && begin.size() < LONGEST) {
            begin.write(octets, offset, Math.min(length, LONGEST - begin.size()));
        }
    }

    private final class Observed extends ServletOutputStream {
        private final ServletOutputStream to;

        Observed(final ServletOutputStream to) {
            this.to = to;
        }

        @Override
        public void write(final int octet) throws IOException {
            remember(new byte[] {(byte) octet}, 0, 1);
            to.write(octet);
        }

        @Override
        public void write(final byte[] octets, final int offset, final int length) throws IOException {
            remember(octets, offset, length);
            to.write(octets, offset, length);
        }

        @Override
        public void flush() throws IOException {
            to.flush();
        }

        @Override
        public void close() throws IOException {
            to.close();
        }

        @Override
        public boolean isReady() {
            return to.isReady();
        }

        @Override
        public void setWriteListener(final WriteListener listener) {
            to.setWriteListener(listener);
        }
    }
}
