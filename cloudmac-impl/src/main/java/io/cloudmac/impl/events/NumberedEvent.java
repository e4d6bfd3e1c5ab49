// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.events;

import java.time.Instant;

/**
 * An event in the sequence.
 *
 * @param id its place
 * @param time when the controller noticed it
 * @param event what has happened
 */
public record NumberedEvent(EventId id, Instant time, NetworkEvent event) {
}
