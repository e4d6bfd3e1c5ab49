// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.wtp;

import io.cloudmac.impl.wire.Mac;

/** Where the state of the sessions is shown. Called in a session's event loop: must not block. */
interface SessionPublisher {
    /** A session is new or has changed. */
    void publish(Mac wtp, SessionStatus status);

    /** The WTP is gone, and its session with it. */
    void remove(Mac wtp);
}
