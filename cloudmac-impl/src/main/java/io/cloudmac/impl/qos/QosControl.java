// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.qos;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** How the ports of a policy stand, for those who wait for it. */
interface QosControl {
    /**
     * Waits until every port of a policy is active or failed, as the configuration is at the time of the call.
     *
     * @param policy its name
     * @param patience how long to wait at most
     * @return the states then, or as they are when patience ends
     */
    CompletionStage<List<PortState>> settled(String policy, Duration patience);
}
