// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.qos;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** The state of the ports of a policy, for callers that wait for it. */
interface QosControl {
    /**
     * Waits until every port of a policy is active or failed under the current configuration.
     *
     * @param policy the name of the policy
     * @param timeout the maximum wait
     * @return the states at that time, or at the end of {@code timeout}
     */
    CompletionStage<List<PortState>> awaitSettled(String policy, Duration timeout);
}
