// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.channel;

import io.cloudmac.impl.wire.Mac;
import java.time.Duration;
import java.util.concurrent.CompletionStage;

/** Requests channel switches from the hosts of VAPs. Thread-safe. */
@FunctionalInterface
public interface HostSwitches {
    /**
     * Requests a channel switch from the host whose session names the VAP.
     *
     * @param frequency centre frequency of the new channel, MHz
     * @param count number of beacons that announce the switch, 1 to 100
     * @param limit time limit of the host's answer
     * @return completes when the host confirms the switch; fails with a {@link HostSwitchException} otherwise
     */
    CompletionStage<Void> switchChannel(Mac bssid, int frequency, int count, Duration limit);
}
