// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.stream;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import javax.servlet.ServletOutputStream;
import javax.servlet.WriteListener;

/** A connection that takes octets late: after each write it is busy until the test says that it has sent them. */
final class FakeOutput extends ServletOutputStream {
    private final ByteArrayOutputStream written = new ByteArrayOutputStream();
    private WriteListener listener;
    private boolean isBusy;
    private boolean isBroken;
    private int questions;
    private int unflushed;

    /** Sends what was written, and says so. */
    void sent() throws IOException {
        isBusy = false;
        listener.onWritePossible();
    }

    /** Lets each further write fail. */
    void breakDown() {
        isBroken = true;
    }

    /** Returns what was written since the last call. */
    String take() {
        final String text = written.toString(StandardCharsets.US_ASCII);
        written.reset();
        return text;
    }

    /** Returns how often the connection was asked whether it is ready. */
    int questions() {
        return questions;
    }

    /** Returns the number of writes that were not flushed. */
    int unflushed() {
        return unflushed;
    }

    @Override
    public boolean isReady() {
        questions++;
        return !isBusy;
    }

    @Override
    public void setWriteListener(final WriteListener given) {
        listener = given;
    }

    @Override
    public void write(final byte[] octets, final int from, final int length) throws IOException {
        if (isBusy) {
            throw new IllegalStateException("the connection was not asked, or was not ready");
        }
        if (isBroken) {
            throw new IOException("broken pipe");
        }
        written.write(octets, from, length);
        unflushed++;
        isBusy = true;
    }

    @Override
    public void write(final int octet) throws IOException {
        write(new byte[] { (byte) octet }, 0, 1);
    }

    @Override
    public void flush() {
        if (isBusy) {
            throw new IllegalStateException("the connection was not asked, or was not ready");
        }
        unflushed = 0;
    }
}
