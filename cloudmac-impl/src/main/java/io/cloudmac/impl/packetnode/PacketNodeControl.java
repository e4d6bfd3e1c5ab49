// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.packetnode;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.cloudmac.impl.session.JsonRpcException;
import io.cloudmac.impl.session.RequestNotSentException;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import org.opendaylight.yangtools.concepts.Registration;

/** The sessions with the packet nodes that are configured and enabled. All methods are thread-safe. */
public interface PacketNodeControl {
    /** A session that is open, or was. All its requests belong to it. */
    @FunctionalInterface
    interface OpenSession {
        /** Calls a method as {@link PacketNodeControl#request} does; fails if this session has ended. */
        CompletionStage<ObjectNode> request(String method, ObjectNode params);
    }

    /** Receives the begin and end of sessions, in the event loop of the sessions, so it must not block. */
    interface PacketNodeListener {
        /** Handles a session that has opened. */
        void opened(String node, OpenSession session);

        /** Handles a session that has ended. */
        void lost(String node);

        /** Handles a node that is no longer configured or enabled, after the end of its session. */
        void removed(String node);

        /** Handles a notification of a node with an open session. */
        default void notified(final String node, final String method, final ObjectNode params) {
        }
    }

    /** Returns each node by name. */
    Map<String, PacketNodeDetails> nodes();

    /**
     * Calls a method of a node in the session that is open now. A node serves one request after the other, so a request
     * may wait for earlier ones.
     *
     * @return the result; {@link JsonRpcException} if the node refuses; {@link RequestNotSentException} if it has no
     *     session or too many requests wait; {@link IllegalArgumentException} if the request is too long for a line;
     *     another {@link IOException} if the session ends before the answer
     */
    CompletionStage<ObjectNode> request(String node, String method, ObjectNode params);

    /** Reports the sessions until the registration is closed. Those that are open now are reported as opened. */
    Registration listen(PacketNodeListener listener);
}
