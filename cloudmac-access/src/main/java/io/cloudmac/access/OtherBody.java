// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.access;

import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import javax.servlet.ReadListener;
import javax.servlet.ServletInputStream;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletRequestWrapper;

/** A request with another body. */
final class OtherBody extends HttpServletRequestWrapper {
    private static final class Octets extends ServletInputStream {
        private final InputStream octets;
        private boolean isFinished;

        Octets(final InputStream octets) {
            this.octets = octets;
        }

        @Override
        public int read() throws IOException {
            final int octet = octets.read();
            isFinished |= octet < 0;
            return octet;
        }

        @Override
        public int read(final byte[] to, final int offset, final int length) throws IOException {
            final int count = octets.read(to, offset, length);
            isFinished |= count < 0;
            return count;
        }

        @Override
        public boolean isFinished() {
            return isFinished;
        }

        @Override
        public boolean isReady() {
            return true;
        }

        @Override
        public void setReadListener(final ReadListener listener) {
            throw new IllegalStateException("the whole body is there");
        }
    }

    private static final int UNKNOWN = -1;

    private final int length;
    private final Octets input;

    /** Creates a request with this body. */
    OtherBody(final HttpServletRequest request, final byte[] body) {
        super(request);
        length = body.length;
        input = new Octets(new ByteArrayInputStream(body));
    }

    /** Creates a request with its own body, of which the begin is read already. */
    OtherBody(final HttpServletRequest request, final byte[] begin, final InputStream rest) {
        super(request);
        length = UNKNOWN;
        input = new Octets(new SequenceInputStream(new ByteArrayInputStream(begin), rest));
    }

    @Override
    public ServletInputStream getInputStream() {
        return input;
    }

    @Override
    public BufferedReader getReader() {
        return new BufferedReader(new InputStreamReader(input, StandardCharsets.UTF_8));
    }

    @Override
    public int getContentLength() {
        return length == UNKNOWN ? super.getContentLength() : length;
    }

    @Override
    public long getContentLengthLong() {
        return length == UNKNOWN ? super.getContentLengthLong() : length;
    }

    @Override
    public String getHeader(final String name) {
        return isLength(name) ? String.valueOf(length) : super.getHeader(name);
    }

    @Override
    public Enumeration<String> getHeaders(final String name) {
        return isLength(name) ? Collections.enumeration(List.of(String.valueOf(length))) : super.getHeaders(name);
    }

    @Override
    public int getIntHeader(final String name) {
        return isLength(name) ? length : super.getIntHeader(name);
    }

    private boolean isLength(final String name) {
        return length != UNKNOWN && name.equalsIgnoreCase("Content-Length");
    }
}
