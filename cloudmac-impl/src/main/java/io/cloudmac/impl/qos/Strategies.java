// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.qos;

import io.cloudmac.impl.qos.Strategy.PolicyException;
import java.util.Optional;
import org.opendaylight.yang.gen.v1.urn.cloudmac.qos.rev261121.QosParameters;

/** From policies to what they come to. */
final class Strategies {
    private static final Strategy NOTHING = linkRate -> Optional.empty();

    private Strategies() {
    }

    /** Returns what a policy says, its type's defaults filled in. */
    static Strategy of(final QosParameters policy) {
        return switch (policy.requireType()) {
            case None, Fifo -> NOTHING;
            // A rate that is said may be that of something else than this wire, or of less than all of it.
            case Cloudmac -> ShapedStrategy.cloudmac(policy.getLinkRate() == null ? Framing.ETHERNET
                : Framing.usual());
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
     * @param policy the policy, valid in itself
     * @param portSpeed what the port reports, bit/s; 0: nothing
     * @return empty where there shall be none of ours
     * @throws PolicyException if the policy does not fit the port
     */
    static Optional<PortQos> rows(final QosParameters policy, final long portSpeed) throws PolicyException {
        return of(policy).rows(policy.getLinkRate() != null ? policy.getLinkRate().getValue().longValue() : portSpeed);
    }
}
