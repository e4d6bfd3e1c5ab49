// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.openflow;

import io.cloudmac.impl.wire.Mac;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionStage;

/** Reads on demand how many beacons VAPs have sent. {@link Activity} knows it only every few seconds. */
@FunctionalInterface
public interface BeaconCounters {
    /**
     * Asks the switches of some VAPs for their counters now. Open vSwitch may count a beacon half a second late.
     *
     * @return completes with the number of beacons of each VAP. Leaves out a VAP if its switch is not connected, does
     *     not answer or has no rule that counts its beacons.
     */
    CompletionStage<Map<Mac, Long>> read(Set<Mac> bssids);
}
