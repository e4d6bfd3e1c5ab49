// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.graph;

import java.time.Duration;
import java.util.Optional;

/**
 * What somebody asks of a measurement.
 *
 * @param every when the reader will ask again; empty if only once
 * @param listen how long the measurement must have run before the answer
 */
public record Question(Optional<Duration> every, Duration listen) {
}
