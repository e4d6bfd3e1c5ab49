// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.ovsdb.southbound;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;

/** Forwards between switches and controller, and breaks at a chosen moment. */
final class FlakyLink implements AutoCloseable {
    /** The moment of the break. */
    enum Break {
        NEVER,
        /** Drops the next transaction with a change on its way to the switch. */
        BEFORE_TRANSACTION,
        /** Forwards that transaction, then drops everything that the switch sends. */
        AFTER_TRANSACTION
    }

    private static final String CHANGE = "\"op\":\"insert\"";
    private static final Pattern OPERATION = Pattern.compile("\"op\":\"(?!select)");

    private final ServerSocket socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final InetSocketAddress controller;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private final AtomicInteger broken = new AtomicInteger();
    private final AtomicInteger operations = new AtomicInteger();
    private volatile Break next = Break.NEVER;
    private volatile boolean down;
    private volatile boolean deaf;

    FlakyLink(final InetSocketAddress controller) throws IOException {
        this.controller = controller;
        start(this::accept);
    }

    /** Returns the target to which switches connect. */
    String target() {
        return "tcp:127.0.0.1:" + socket.getLocalPort();
    }

    /** Breaks the link once, at this moment. {@link #up} restores it. */
    void breakAt(final Break moment) {
        next = moment;
    }

    /** Returns the number of breaks. */
    int broken() {
        return broken.get();
    }

    /** Returns the number of operations other than select that reached the switch. */
    int operations() {
        return operations.get();
    }

    /** Breaks the link until {@link #up}. */
    void down() {
        down = true;
        deaf = false;
        open.forEach(FlakyLink::cut);
    }

    /** Restores the link. */
    void up() {
        down = false;
    }

    @Override
    public void close() throws IOException {
        socket.close();
        down();
    }

    private void accept() {
        while (!socket.isClosed()) {
            try {
                join(socket.accept());
            } catch (final IOException e) {
                // close() ends the loop.
                continue;
            }
        }
    }

    private void join(final Socket side) {
        try {
            if (down) {
                side.close();
                return;
            }
            final Socket other = new Socket(controller.getAddress(), controller.getPort());
            open.add(side);
            open.add(other);
            start(() -> forward(side, other, false));
            start(() -> forward(other, side, true));
        } catch (final IOException e) {
            // The controller does not listen. The switch must see the end of the connection at once.
            cut(side);
        }
    }

    private void forward(final Socket from, final Socket to, final boolean fromController) {
        final byte[] buffer = new byte[65536];
        try (from; to) {
            final InputStream in = from.getInputStream();
            final OutputStream out = to.getOutputStream();
            for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                final boolean change = fromController
                    && new String(buffer, 0, n, StandardCharsets.UTF_8).contains(CHANGE);
                if (fromController) {
                    operations.addAndGet((int) OPERATION.matcher(
                        new String(buffer, 0, n, StandardCharsets.UTF_8)).results().count());
                }
                if (change && next == Break.BEFORE_TRANSACTION) {
                    breakNow();
                    return;
                }
                if (change && next == Break.AFTER_TRANSACTION) {
                    next = Break.NEVER;
                    deaf = true;
                    broken.incrementAndGet();
                }
                if (fromController || !deaf) {
                    out.write(buffer, 0, n);
                }
            }
        } catch (final IOException e) {
            // One side closed its connection, so the other one is closed too.
            return;
        } finally {
            open.remove(from);
            open.remove(to);
        }
    }

    private void breakNow() {
        next = Break.NEVER;
        broken.incrementAndGet();
        down();
    }

    private static void cut(final Socket socket) {
        try {
            socket.close();
        } catch (final IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void start(final Runnable work) {
        final Thread thread = new Thread(work, "flaky-link");
        thread.setDaemon(true);
        thread.start();
    }
}
