// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.graph;

import io.cloudmac.impl.wire.Mac;
import java.time.Duration;

/**
 * How a radio hears a transmitter.
 *
 * @param transmitter address of the transmitter
 * @param place the radio that hears it
 * @param average moving average, dBm
 * @param last signal of the last frame, dBm
 * @param frames number of frames since the agent knows the transmitter
 * @param age time since the last report with a new frame
 */
public record HeardSignal(Mac transmitter, RadioPlace place, double average, int last, long frames, Duration age) {
    /**
     * A radio of a WTP.
     *
     * @param wtp the WTP id
     * @param radio the radio's number
     */
    public record RadioPlace(Mac wtp, int radio) {
    }
}
