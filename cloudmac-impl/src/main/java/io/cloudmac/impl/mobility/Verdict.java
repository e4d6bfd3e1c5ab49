// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.mobility;

import io.cloudmac.impl.steering.SteeringResult.WhyNot;
import io.cloudmac.impl.wire.Mac;

/**
 * What is to be done with a station.
 *
 * @param best the WTP that it is to be moved to, or would be next; null: none
 * @param whyNot why it stays where it is; null: it is to be moved
 */
record Verdict(Mac best, WhyNot whyNot) {
}
