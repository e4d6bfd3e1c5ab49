// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.wtp;

import io.cloudmac.impl.wire.Mac;

/** Publishes the state of sessions. Runs in the event loop of the sessions, and must not block. */
interface SessionPublisher {
    /** Publishes the state of a session. */
    void publish(Mac wtp, SessionStatus status);

    /** Removes the state of a WTP's session. */
    void remove(Mac wtp);
}
