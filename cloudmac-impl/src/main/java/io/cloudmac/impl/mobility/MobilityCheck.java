// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.mobility;

import io.cloudmac.impl.config.ConfigurationCheck;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.Cloudmac;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.Mobility.Source;
import org.osgi.service.component.annotations.Component;

/** Refuses mobility settings under which every signal is stale. */
@Component
public final class MobilityCheck implements ConfigurationCheck {
    @Override
    public List<String> violations(final Cloudmac after) {
        final MobilitySettings settings = MobilitySettings.of(after.nonnullMobility());
        final List<String> violations = new ArrayList<>();
        if (settings.source() != Source.Samples) {
            check(settings, settings.general(), "mobility", violations);
            new TreeMap<>(settings.vaps()).forEach(
                (bssid, policy) -> check(settings, policy, "mobility of VAP " + bssid, violations));
        }
        return violations;
    }

    private static void check(final MobilitySettings settings, final Policy policy, final String whose,
            final List<String> violations) {
        final Duration staleAfter = policy.thresholds().staleAfter();
        if (staleAfter.compareTo(settings.reportInterval()) <= 0) {
            violations.add(whose + ": stale-after, " + staleAfter.toMillis() + " ms, is not more than report-interval, "
                + settings.reportInterval().toMillis() + " ms");
        }
    }
}
