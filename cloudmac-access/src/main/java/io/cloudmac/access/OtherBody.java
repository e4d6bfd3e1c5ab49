// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.access;

import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.InputStreamReader;
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
        private final ByteArrayInputStream octets;

        Octets(final byte[] body) {
            octets = new ByteArrayInputStream(body);
        }

        @Override
        public int read() {
            return octets.read();
        }

        @Override
        public int read(final byte[] to, final int offset, final int length) {
            return octets.read(to, offset, length);
        }

        @Override
        public boolean isFinished() {
            return octets.available() == 0;
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

    private final int length;
    private final Octets input;

    OtherBody(final HttpServletRequest request, final byte[] body) {
        super(request);
        length = body.length;
        input = new Octets(body);
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
        return length;
    }

    @Override
    public long getContentLengthLong() {
        return length;
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

    private static boolean isLength(final String name) {
        return name.equalsIgnoreCase("Content-Length");
    }
}
