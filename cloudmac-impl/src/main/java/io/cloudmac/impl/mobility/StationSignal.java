// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.mobility;

import java.time.Duration;

/**
 * How a WTP hears a station.
 *
 * @param average moving average, dBm
 * @param last of the last frame, dBm
 * @param samples reports and frames since it was last silent for too long
 * @param age since the last of them
 */
public record StationSignal(double average, int last, int samples, Duration age) {
}
