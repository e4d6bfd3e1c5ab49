// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.qos.strategies;

import java.util.ArrayList;
import java.util.List;
import org.opendaylight.yang.gen.v1.urn.cloudmac.qos.rev261121.QosParameters;

/** Checks of a policy beyond the types and ranges of YANG. Each violation is a sentence for the operator. */
public final class PolicyRules {
    private PolicyRules() {
    }

    /** Checks the parameters of a policy, and its rates against its link rate if it has one. */
    public static List<String> violations(final QosParameters policy) {
        final Strategy strategy = Strategies.of(policy);
        final List<String> violations = new ArrayList<>(UnusedParameters.violations(policy));
        violations.addAll(strategy.violations());
        if (policy.getLinkRate() != null) {
            violations.addAll(strategy.violationsOn(policy.getLinkRate().getValue().longValue()));
        }
        return violations;
    }

    /**
     * Checks the rates of a policy against a port.
     *
     * @param port the id of the port, for the text
     * @param speed the speed that the port reports, bit/s; 0 if it reports none
     */
    public static List<String> violationsAt(final QosParameters policy, final String port, final long speed) {
        if (speed == 0) {
            return List.of();
        }
        if (policy.getLinkRate() != null) {
            final long rate = policy.getLinkRate().getValue().longValue();
            return rate <= speed ? List.of() : List.of("link-rate " + Rates.text(rate) + " is above the speed of port "
                + port + ", " + Rates.text(speed));
        }
        return Strategies.of(policy).violationsOn(speed).stream().map(text -> text + " (port " + port + ")").toList();
    }
}
