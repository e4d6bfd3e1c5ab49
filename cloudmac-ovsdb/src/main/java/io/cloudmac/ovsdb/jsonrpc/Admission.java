// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.ovsdb.jsonrpc;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Limits the connections that peers open, and the memory of their unfinished messages. Peers that have not yet named
 * their switch have memory of their own, so that they cannot use up that of the switches. Both share the number of
 * connections. Thread-safe.
 */
public final class Admission {
    private static final Logger LOG = LoggerFactory.getLogger(Admission.class);
    private static final long LOG_INTERVAL_NS = 10_000_000_000L;
    private static final int IPV6_PREFIX = 8;

    /**
     * Limits of all connections together.
     *
     * @param connections      greatest number of connections that peers opened
     * @param perSource        greatest number of them from one IPv4 address or IPv6 /64
     * @param setupMessage     longest message in bytes from a peer that has not named its switch
     * @param setupBuffer      bytes of unfinished messages of all such peers
     * @param switchBuffer     bytes of unfinished messages of all other peers
     */
    public record Bounds(int connections, int perSource, int setupMessage, long setupBuffer, long switchBuffer) {
        private static final int MIB = 1024 * 1024;

        /** The limits of a controller with its default heap. */
        public static final Bounds DEFAULT = new Bounds(2048, 64, MIB, 32L * MIB, 256L * MIB);
    }

    private final Bounds limits;
    private final Map<InetAddress, Integer> sources = new HashMap<>();
    private int connections;
    private long setupBuffered;
    private long switchBuffered;
    private long refused;
    private long logged = System.nanoTime() - LOG_INTERVAL_NS;

    Admission(final Bounds limits) {
        this.limits = limits;
    }

    /** Returns the ticket of a new connection, or null if it must be closed. */
    synchronized Ticket admit(final InetAddress address) {
        final InetAddress source = sourceOf(address);
        if (connections >= limits.connections() || sources.getOrDefault(source, 0) >= limits.perSource()) {
            refused++;
            if (System.nanoTime() - logged >= LOG_INTERVAL_NS) {
                LOG.warn("Refused an OVSDB connection from {}: {} are open, {} from there; {} refused since the start",
                    source.getHostAddress(), connections, sources.getOrDefault(source, 0), refused);
                logged = System.nanoTime();
            }
            return null;
        }
        connections++;
        sources.merge(source, 1, Integer::sum);
        return new Ticket(source);
    }

    /** Returns the address that the limit of a source counts: of IPv6 the first of its /64, where a host has many. */
    private static InetAddress sourceOf(final InetAddress address) {
        if (!(address instanceof Inet6Address)) {
            return address;
        }
        final byte[] octets = address.getAddress();
        Arrays.fill(octets, IPV6_PREFIX, octets.length, (byte) 0);
        try {
            return InetAddress.getByAddress(octets);
        } catch (final UnknownHostException e) {
            throw new IllegalStateException("an IPv6 address has 16 octets", e);
        }
    }

    /** Returns the number of open connections. */
    synchronized int connections() {
        return connections;
    }

    /** Returns the bytes of unfinished messages. */
    synchronized long buffered() {
        return setupBuffered + switchBuffered;
    }

    /** Returns the number of connections that were refused. */
    synchronized long refused() {
        return refused;
    }

    /** Returns a ticket for a connection that the controller opened. */
    static Ticket unlimitedSource(final Bounds limits) {
        return new Admission(limits).admit(null);
    }

    /** The right to one connection. */
    final class Ticket implements AutoCloseable {
        private final InetAddress source;
        private boolean named;
        private boolean closed;
        private long buffered;

        private Ticket(final InetAddress source) {
            this.source = source;
        }

        /** Records that the peer has named its switch. */
        void named() {
            synchronized (Admission.this) {
                if (!named && !closed) {
                    setupBuffered -= buffered;
                    switchBuffered += buffered;
                    named = true;
                }
            }
        }

        /**
         * Records the size of the unfinished message.
         *
         * @return the reason why the connection must be closed, or null
         */
        String buffer(final long bytes) {
            synchronized (Admission.this) {
                if (closed) {
                    return null;
                }
                final long more = bytes - buffered;
                if (!named && bytes > limits.setupMessage()) {
                    return "a message before the switch is known exceeds " + limits.setupMessage() + " bytes";
                }
                if (more > 0 && (named ? switchBuffered + more > limits.switchBuffer()
                        : setupBuffered + more > limits.setupBuffer())) {
                    return "the unfinished messages of all connections exceed their memory";
                }
                buffered = bytes;
                if (named) {
                    switchBuffered += more;
                } else {
                    setupBuffered += more;
                }
                return null;
            }
        }

        @Override
        public void close() {
            synchronized (Admission.this) {
                if (closed) {
                    return;
                }
                buffer(0);
                closed = true;
                connections--;
                sources.computeIfPresent(source, (key, number) -> number == 1 ? null : number - 1);
            }
        }
    }
}
