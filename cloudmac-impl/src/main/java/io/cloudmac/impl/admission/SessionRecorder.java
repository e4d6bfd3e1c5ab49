// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.admission;

import io.cloudmac.impl.wire.Mac;

/** Records which WTPs have an authenticated session with the controller. Thread-safe; must not block. */
public interface SessionRecorder {
    /** Records that a session opened: the agent's certificate names this WTP. */
    void sessionOpened(Mac wtp);

    /**
     * Records that a WTP has no session.
     *
     * @param reason one sentence for the operator
     */
    void sessionClosed(Mac wtp, String reason);

    /** Records that the controller no longer attempts to open a session: the WTP is not announced. */
    void sessionRemoved(Mac wtp);
}
