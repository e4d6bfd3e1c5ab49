// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.qos.strategies;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.opendaylight.yang.gen.v1.urn.cloudmac.qos.rev261121.FlatQdiscs;

/**
 * A strategy with one classless qdisc for all traffic.
 *
 * @param qdisc the qdisc
 * @param parameters the parent of its container
 */
record FlatStrategy(FlatQdisc qdisc, FlatQdiscs parameters) implements Strategy {
    @Override
    public Optional<PortQos> rows(final long linkRate) {
        return Optional.of(PortQos.of(PortQos.LINUX + qdisc.spelling(), qdisc.options(parameters), Map.of()));
    }

    @Override
    public List<String> violations() {
        return QdiscRules.violations(qdisc.spelling(), qdisc.options(parameters));
    }
}
