// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.qos;

import io.cloudmac.impl.qos.Strategy.PolicyException;
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
 * CAKE, with CloudMAC's frames in a tin that rules choose. By itself CAKE sorts by DSCP, which CloudMAC's frames
 * do not have, and would take them for best effort.
 *
 * @param bandwidth what it shapes to, bit/s; 0: it does not; empty: the link's rate
 * @param diffserv its tins
 * @param options all but the bandwidth
 * @param choice the tins of CloudMAC's frames
 */
record CakeStrategy(Optional<Long> bandwidth, Diffserv diffserv, SortedMap<String, String> options, QueueChoice choice)
        implements Strategy {
    private static final OptionTable<Cake> OPTIONS = new OptionTable<Cake>()
        .always("diffserv", Cake::getDiffserv, Diffserv.Diffserv4)
        .ifSaid("flow-mode", Cake::getFlowMode).ifSaid("rtt", Cake::getRtt).ifSaid("target", Cake::getTarget)
        .ifSaid("overhead", Cake::getOverhead).ifSaid("mpu", Cake::getMpu).ifSaid("atm", Cake::getAtm)
        .ifSaid("nat", Cake::getNat).ifSaid("wash", Cake::getWash).ifSaid("ingress", Cake::getIngress)
        .ifSaid("ack-filter", Cake::getAckFilter).ifSaid("split-gso", Cake::getSplitGso)
        .ifSaid("memory-limit", Cake::getMemoryLimit).ifSaid("fwmark", Cake::getFwmark);

    /** CAKE as configured; the container may be null. */
    static CakeStrategy of(final Cake cake) {
        final Diffserv diffserv = cake == null || cake.getDiffserv() == null ? Diffserv.Diffserv4
            : cake.getDiffserv();
        return new CakeStrategy(cake == null || cake.getBandwidth() == null ? Optional.empty()
            : Optional.of(cake.getBandwidth().longValue()), diffserv, OPTIONS.options(cake),
            QueueChoice.of(cake, cloudmacTin(diffserv)));
    }

    /**
     * The highest tin that is served before the others until it uses half of the bandwidth: a half for Video, 7/8
     * from one of eight to the next. Above best effort, diffserv3 has Voice only, with a quarter.
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
