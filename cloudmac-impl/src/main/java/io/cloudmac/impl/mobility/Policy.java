// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.mobility;

import io.cloudmac.impl.steering.SteeringTrigger.Thresholds;
import java.time.Duration;
import java.util.Optional;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.MobilityPolicy;
import org.opendaylight.yangtools.yang.common.Uint32;

/**
 * The mobility policy of a VAP.
 *
 * @param enabled whether the VAP's stations are judged
 * @param observeOnly whether verdicts are only logged
 * @param thresholds the thresholds of the verdicts
 */
record Policy(boolean enabled, boolean observeOnly, Thresholds thresholds) {
    /** The defaults of the model. */
    static final Policy DEFAULT = new Policy(false, true,
        new Thresholds(6, Duration.ofSeconds(5), 3, 3, Duration.ofSeconds(3)));

    /** Reads the configuration. Absent values come from {@code inherited}. */
    static Policy of(final MobilityPolicy configured, final Policy inherited) {
        final Thresholds above = inherited.thresholds;
        return new Policy(
            Optional.ofNullable(configured.getEnabled()).orElse(inherited.enabled),
            Optional.ofNullable(configured.getObserveOnly()).orElse(inherited.observeOnly),
            new Thresholds(
                configured.getHysteresis() == null ? above.hysteresis() : configured.getHysteresis().intValue(),
                millis(configured.getMinimumDwell(), above.dwell()),
                configured.getLoadTieBreak() == null ? above.margin() : configured.getLoadTieBreak().intValue(),
                configured.getMinimumSamples() == null ? above.samples() : configured.getMinimumSamples().intValue(),
                millis(configured.getStaleAfter(), above.staleAfter())));
    }

    private static Duration millis(final Uint32 configured, final Duration inherited) {
        return configured == null ? inherited : Duration.ofMillis(configured.longValue());
    }
}
