// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.vaphost;

import io.cloudmac.impl.session.SessionState;
import io.cloudmac.impl.wire.Mac;
import java.net.InetSocketAddress;
import java.time.Instant;
import java.util.Map;

/**
 * What the operator sees of a VAP host.
 *
 * @param address the configured address
 * @param state the state of the session
 * @param text why the session is not up; empty if it is
 * @param since time of the change to this state
 * @param version version of the daemon; empty before the first session
 * @param vaps the VAPs of the open session; empty without one
 */
public record VapHostDetails(InetSocketAddress address, SessionState state, String text, Instant since, String version,
        Map<Mac, HostVap> vaps) {
    public VapHostDetails {
        vaps = Map.copyOf(vaps);
    }
}
