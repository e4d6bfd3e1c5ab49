// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.packetnode;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.cloudmac.impl.session.ControlSettings;
import io.cloudmac.impl.session.JsonRpcHandler;
import io.cloudmac.impl.session.PeerConnector;
import io.netty.channel.EventLoop;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/**
 * The objects that the sessions with packet nodes share.
 *
 * @param loop the event loop of the sessions
 * @param settings their settings
 * @param connector makes their connections
 * @param random source of jitter; used in the event loop
 * @param infoIntervalMillis interval between two questions how a node is, ms
 * @param requestLimitMillis time limit of a request from its sending on, ms
 * @param listener receives their status
 */
record NodeContext(EventLoop loop, ControlSettings settings, PeerConnector connector,
        Supplier<? extends RandomGenerator> random, long infoIntervalMillis, long requestLimitMillis,
        NodeListener listener) {
    /** Receives the status of packet nodes, in the event loop of the sessions. */
    interface NodeListener {
        /** Handles a change of what the operator sees of a node. */
        void nodeChanged(String name, PacketNodeDetails status);

        /** Handles a session that has opened, on a connection. */
        void sessionOpened(String name, JsonRpcHandler rpc);

        /** Handles a session that has ended after it had opened. */
        void sessionLost(String name);

        /** Handles a notification in a session that is open. */
        void notification(String name, String method, ObjectNode params);
    }
}
