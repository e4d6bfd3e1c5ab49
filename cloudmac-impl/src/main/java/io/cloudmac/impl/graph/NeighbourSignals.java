// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.graph;

import io.cloudmac.impl.graph.HeardSignal.RadioPlace;
import java.util.List;
import java.util.Map;

/**
 * How WTPs hear each other.
 *
 * @param signals the radios that are heard
 * @param silent the radios that cannot send, with the reason
 */
public record NeighbourSignals(List<NeighbourSignal> signals, Map<RadioPlace, String> silent) {
    /**
     * How a radio hears one of another WTP.
     *
     * @param from the radio that sends
     * @param frequency centre of its channel, MHz
     * @param signal how it is heard
     */
    public record NeighbourSignal(RadioPlace from, int frequency, HeardSignal signal) {
    }
}
