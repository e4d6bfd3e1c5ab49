// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.handover;

import io.cloudmac.impl.learned.VirtualClient;
import io.cloudmac.impl.steering.SteeringTrigger;
import io.cloudmac.impl.wire.Mac;
import java.util.concurrent.CompletionStage;

/** Hands virtual stations over. {@link Handover} uses it. */
public interface VirtualStationHandover {
    /**
     * Hands a virtual station over. Call it on the event loop.
     *
     * @return completes and fails as {@link Handover#handOver} does
     */
    CompletionStage<Mac> handOver(VirtualClient client, Mac to, SteeringTrigger trigger);
}
