// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.qos.strategies;

import io.cloudmac.impl.qos.strategies.Strategy.PolicyException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.opendaylight.yang.gen.v1.urn.cloudmac.qos.rev261121.qos.parameters.Cake;
import org.opendaylight.yang.gen.v1.urn.cloudmac.qos.rev261121.qos.parameters.Cake.Diffserv;

/**
 * The strategy {@code cake}. Flow rules select the tin of CloudMAC frames: CAKE itself classifies by DSCP, which these
 * frames lack, and would treat them as best effort.
 *
 * @param bandwidth shaping rate, bit/s; 0 disables shaping; empty selects the link rate
 * @param diffserv the tins
 * @param options all options except the bandwidth
 * @param choice the tins of CloudMAC frames
 */
record CakeStrategy(Optional<Long> bandwidth, Diffserv diffserv, SortedMap<String, String> options, QueueChoice choice)
        implements Strategy {
    private static final OptionTable<Cake> OPTIONS = new OptionTable<Cake>()
        .always("diffserv", Cake::getDiffserv, Diffserv.Diffserv4)
        .ifPresent("flow-mode", Cake::getFlowMode).ifPresent("rtt", Cake::getRtt).ifPresent("target", Cake::getTarget)
        .ifPresent("overhead", Cake::getOverhead).ifPresent("mpu", Cake::getMpu).ifPresent("atm", Cake::getAtm)
        .ifPresent("nat", Cake::getNat).ifPresent("wash", Cake::getWash).ifPresent("ingress", Cake::getIngress)
        .ifPresent("ack-filter", Cake::getAckFilter).ifPresent("split-gso", Cake::getSplitGso)
        .ifPresent("memory-limit", Cake::getMemoryLimit).ifPresent("fwmark", Cake::getFwmark);

    /** Returns the strategy of a configured container, which may be null. */
    static CakeStrategy of(final Cake cake) {
        final Diffserv diffserv = cake == null || cake.getDiffserv() == null ? Diffserv.Diffserv4
            : cake.getDiffserv();
        return new CakeStrategy(cake == null || cake.getBandwidth() == null ? Optional.empty()
            : Optional.of(cake.getBandwidth().longValue()), diffserv, OPTIONS.options(cake),
            QueueChoice.of(cake, cloudmacTin(diffserv)));
    }

    /**
     * Returns the default tin of CloudMAC frames: the highest tin with priority for up to half of the bandwidth. Video
     * has half; of eight tins, each has 7/8 of the next lower one. In diffserv3, only Voice, with a quarter, is above
     * best effort (tc-cake(8)).
     */
    private static OptionalInt cloudmacTin(final Diffserv diffserv) {
        return switch (diffserv) {
            case Besteffort -> OptionalInt.empty();
            case Diffserv3, Diffserv4 -> OptionalInt.of(2);
            case Precedence, Diffserv8 -> OptionalInt.of(5);
        };
    }

    private static int tins(final Diffserv diffserv) {
        return switch (diffserv) {
            case Besteffort -> 1;
            case Diffserv3 -> 3;
            case Diffserv4 -> 4;
            case Precedence, Diffserv8 -> 8;
        };
    }

    @Override
    public Optional<PortQos> rows(final long linkRate) throws PolicyException {
        if (bandwidth.isEmpty() && linkRate == 0) {
            throw new PolicyException("the port reports no speed: the policy needs a link-rate or cake/bandwidth");
        }
        final SortedMap<String, String> all = new TreeMap<>(options);
        all.put("bandwidth", Long.toString(bandwidth.orElse(linkRate)));
        return Optional.of(PortQos.of(PortQos.CAKE, all, Map.of()));
    }

    @Override
    public OptionalInt queue(final int userPriority) {
        return choice.queue(userPriority);
    }

    @Override
    public List<String> violations() {
        final List<String> violations = new ArrayList<>(QdiscRules.violations("cake", options));
        violations.addAll(choice.violations(IntStream.range(0, tins(diffserv)).boxed()
            .collect(Collectors.toCollection(TreeSet::new))));
        return violations;
    }

    @Override
    public List<String> violationsOn(final long linkRate) {
        return bandwidth.filter(rate -> rate > linkRate).map(rate -> List.of("cake/bandwidth " + Rates.text(rate)
            + " is above the link's rate, " + Rates.text(linkRate))).orElse(List.of());
    }
}
