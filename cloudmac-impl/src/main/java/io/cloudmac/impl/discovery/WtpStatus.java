// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.discovery;

import io.cloudmac.impl.topology.PortId;
import io.cloudmac.impl.wire.Announcement;
import java.time.Instant;

/**
 * A WTP that has been heard.
 *
 * @param announcement what it said last
 * @param port where
 * @param lastSeen when
 * @param up whether it has given a sign of life, this or another, within three of its intervals
 */
public record WtpStatus(Announcement announcement, PortId port, Instant lastSeen, boolean up) {
}
