// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.handover;

import io.cloudmac.impl.wire.Mac;
import io.cloudmac.impl.wire.StationHello;
import java.util.concurrent.CompletionStage;

/** Waits until a WTP can transmit and receive for a virtual station. Used on the event loop. */
@FunctionalInterface
public interface ChannelWait {
    /**
     * Waits until a radio of the WTP is on the channel of the virtual station.
     *
     * @param hello a hello that the WTP has received too
     * @return completes then; fails if the radio is on another channel or the WTP does not answer
     */
    CompletionStage<Void> await(Mac wtp, StationHello hello);
}
