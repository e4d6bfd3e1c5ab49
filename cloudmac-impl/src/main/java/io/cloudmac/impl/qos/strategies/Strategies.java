// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.qos.strategies;

import io.cloudmac.impl.qos.strategies.Strategy.PolicyException;
import java.util.Optional;
import org.opendaylight.yang.gen.v1.urn.cloudmac.qos.rev261121.QosParameters;

/** The strategies of policies. */
public final class Strategies {
    private static final Strategy NOTHING = linkRate -> Optional.empty();

    private Strategies() {
    }

    /** Returns the strategy of a policy, with the defaults of its type. */
    public static Strategy of(final QosParameters policy) {
        return switch (policy.requireType()) {
            case None, Fifo -> NOTHING;
            // A configured rate may belong to another kind of link, or be a share of this one.
            case Cloudmac -> ShapedStrategy.cloudmac(policy.getLinkRate() == null ? Framing.ETHERNET
                : Framing.openVswitchDefault());
            case Htb -> ShapedStrategy.htb(policy.getHtb());
            case Hfsc -> ShapedStrategy.hfsc(policy.getHfsc());
            case Prio -> PrioStrategy.of(policy.getPrio());
            case Cake -> CakeStrategy.of(policy.getCake());
            case Sfq -> new FlatStrategy(FlatQdisc.SFQ, policy);
            case Codel -> new FlatStrategy(FlatQdisc.CODEL, policy);
            case FqCodel -> new FlatStrategy(FlatQdisc.FQ_CODEL, policy);
            case Pie -> new FlatStrategy(FlatQdisc.PIE, policy);
            case FqPie -> new FlatStrategy(FlatQdisc.FQ_PIE, policy);
        };
    }

    /**
     * Computes the rows of a port.
     *
     * @param policy a policy without violations
     * @param portSpeed the speed that the port reports, bit/s; 0 if it reports none
     * @return empty if the port must have no row of CloudMAC
     * @throws PolicyException if the policy does not fit the port
     */
    public static Optional<PortQos> rows(final QosParameters policy, final long portSpeed) throws PolicyException {
        return of(policy).rows(policy.getLinkRate() != null ? policy.getLinkRate().getValue().longValue() : portSpeed);
    }
}
