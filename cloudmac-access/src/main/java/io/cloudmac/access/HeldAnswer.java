// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.access;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import javax.servlet.ServletOutputStream;
import javax.servlet.WriteListener;
import javax.servlet.http.HttpServletResponse;
import javax.servlet.http.HttpServletResponseWrapper;

/** An answer that is held back if it is an error with RESTCONF's own words, until {@link #send}. */
final class HeldAnswer extends HttpServletResponseWrapper {
    private static final Set<Integer> HELD = Set.of(HttpServletResponse.SC_BAD_REQUEST,
        HttpServletResponse.SC_NOT_FOUND, HttpServletResponse.SC_CONFLICT);

    private final boolean isRead;
    private Octets held;

    /**
     * Creates an answer.
     *
     * @param isRead true if it answers a read, of which missing data are no conflict
     */
    HeldAnswer(final HttpServletResponse answer, final boolean isRead) {
        super(answer);
        this.isRead = isRead;
    }

    @Override
    public ServletOutputStream getOutputStream() throws IOException {
        if (held == null && HELD.contains(getStatus())) {
            held = new Octets();
        }
        return held == null ? super.getOutputStream() : held;
    }

    @Override
    public void flushBuffer() throws IOException {
        if (held == null) {
            super.flushBuffer();
        }
    }

    /** Sends what was held back, in an operator's words. */
    void send() throws IOException {
        if (isCommitted()) {
            return;
        }
        final String before = held == null ? "" : held.octets.toString(StandardCharsets.UTF_8);
        // HEAD has no body.
        if (isRead && getStatus() == SC_CONFLICT && (before.isEmpty() || PlainWords.isMissing(before))) {
            setStatus(SC_NOT_FOUND);
        }
        if (before.isEmpty()) {
            return;
        }
        final byte[] words = PlainWords.of(before).getBytes(StandardCharsets.UTF_8);
        setContentLength(words.length);
        super.getOutputStream().write(words);
    }

    private static final class Octets extends ServletOutputStream {
        private final ByteArrayOutputStream octets = new ByteArrayOutputStream();

        @Override
        public void write(final int octet) {
            octets.write(octet);
        }

        @Override
        public void write(final byte[] from, final int offset, final int length) {
            octets.write(from, offset, length);
        }

        @Override
        public boolean isReady() {
            return true;
        }

        @Override
        public void setWriteListener(final WriteListener listener) {
            throw new IllegalStateException("RESTCONF writes errors at once");
        }
    }
}
