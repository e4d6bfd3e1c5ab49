// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.wtp;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A session as the operator sees it.
 *
 * @param state connected or not
 * @param text why it is not up; empty if it is
 * @param since when it came into this state
 * @param info what the agent last said of itself; empty before the first connection
 * @param leases the ACK leases that the application wants there
 */
public record SessionStatus(SessionState state, String text, Instant since, Optional<AgentInfo> info,
        List<LeaseStatus> leases) {
    /** Whether the agent can be talked to. */
    public enum SessionState {
        /** No session is attempted: the controller has no certificate. */
        OFF,
        /** The first connection attempt is under way. */
        CONNECTING,
        /** Connected, both sides authenticated. */
        UP,
        /** Not connected; tried again and again. */
        DOWN,
        /** One side did not accept the other's certificate or identity; tried again and again. */
        REFUSED
    }
}
