// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.wtp;

import io.cloudmac.impl.session.SessionState;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The status of a session, for the operator.
 *
 * @param state the state of the connection
 * @param text why the session is not up; empty if it is up
 * @param since time of the change to this state
 * @param info the agent's last description of itself; empty before the first connection
 * @param leases the ACK leases of the application at this WTP
 */
public record SessionStatus(SessionState state, String text, Instant since, Optional<AgentInfo> info,
        List<LeaseStatus> leases) {
}
