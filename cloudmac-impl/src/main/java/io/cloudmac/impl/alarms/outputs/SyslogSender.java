// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.alarms.outputs;

import io.cloudmac.impl.alarms.outputs.AlarmSettings.SyslogServer;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends messages to a syslog server, one datagram each (RFC 5426). A datagram that is lost is lost. Used on one thread,
 * which may wait for the name of the server.
 */
final class SyslogSender implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(SyslogSender.class);

    private final SyslogServer server;
    private DatagramSocket socket;
    private boolean hasFailed;

    SyslogSender(final SyslogServer server) {
        this.server = server;
    }

    /** Sends a message. The first of several failures is logged. */
    void send(final byte[] message) {
        try {
            if (socket == null) {
                socket = new DatagramSocket();
            }
            socket.send(new DatagramPacket(message, message.length, InetAddress.getByName(server.host()),
                server.port()));
            hasFailed = false;
        } catch (final IOException e) {
            if (!hasFailed) {
                LOG.warn("Cannot send alarms to the syslog server {} port {}: {}", server.host(), server.port(),
                    e.toString());
            }
            hasFailed = true;
        }
    }

    @Override
    public void close() {
        if (socket != null) {
            socket.close();
        }
    }
}
