// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.qos.strategies;

import java.util.SortedMap;
import java.util.function.Function;
import org.opendaylight.yang.gen.v1.urn.cloudmac.qos.rev261121.CodelParameters;
import org.opendaylight.yang.gen.v1.urn.cloudmac.qos.rev261121.FlatQdiscs;
import org.opendaylight.yang.gen.v1.urn.cloudmac.qos.rev261121.FlowParameters;
import org.opendaylight.yang.gen.v1.urn.cloudmac.qos.rev261121.PieParameters;
import org.opendaylight.yang.gen.v1.urn.cloudmac.qos.rev261121.flat.qdiscs.Codel;
import org.opendaylight.yang.gen.v1.urn.cloudmac.qos.rev261121.flat.qdiscs.FqCodel;
import org.opendaylight.yang.gen.v1.urn.cloudmac.qos.rev261121.flat.qdiscs.FqPie;
import org.opendaylight.yang.gen.v1.urn.cloudmac.qos.rev261121.flat.qdiscs.Pie;
import org.opendaylight.yang.gen.v1.urn.cloudmac.qos.rev261121.flat.qdiscs.Sfq;

/**
 * The classless qdiscs and their options. The rows always contain the options that every Open vSwitch supports, because
 * upstream's defaults differ from the kernel's: its interval for FQ-CoDel is ten times longer, and its quantum for SFQ
 * is less than a full-size frame. Options that only the CloudMAC patches add are written if the policy sets them. Their
 * defaults are the kernel's, and a switch without the patches can use the other options.
 */
public enum FlatQdisc {
    /** Stochastic fairness queueing. */
    SFQ("sfq", FlatQdiscs::getSfq, new OptionTable<Sfq>()
        .always(Common.QUANTUM, Sfq::getQuantum, Common.DEFAULT_QUANTUM)
        .always("perturb", Sfq::getPerturb, 10)
        .ifPresent(Common.LIMIT, Sfq::getLimit).ifPresent("depth", Sfq::getDepth).ifPresent(Common.FLOWS, Sfq::getFlows)
        .ifPresent("divisor", Sfq::getDivisor).ifPresent("headdrop", Sfq::getHeaddrop)),
    /** Controlled delay. */
    CODEL("codel", FlatQdiscs::getCodel, new OptionTable<Codel>().all(Common.CODEL)
        .always(Common.LIMIT, Codel::getLimit, 1_000)),
    /** Flow queueing with controlled delay. */
    FQ_CODEL("fq_codel", FlatQdiscs::getFqCodel, new OptionTable<FqCodel>().all(Common.CODEL)
        .always(Common.LIMIT, FqCodel::getLimit, 10_240)
        .always(Common.FLOWS, FqCodel::getFlows, 1_024)
        .always(Common.QUANTUM, FqCodel::getQuantum, Common.DEFAULT_QUANTUM)
        .ifPresent(Common.MEMORY_LIMIT, FqCodel::getMemoryLimit).ifPresent("drop-batch", FqCodel::getDropBatch)),
    /** Proportional integral controller enhanced. */
    PIE("pie", FlatQdiscs::getPie, new OptionTable<Pie>().all(Common.PIE)),
    /** Flow queueing with PIE. */
    FQ_PIE("fq_pie", FlatQdiscs::getFqPie, new OptionTable<FqPie>().all(Common.PIE)
        .ifPresent(Common.FLOWS, FlowParameters::getFlows).ifPresent(Common.QUANTUM, FlowParameters::getQuantum)
        .ifPresent(Common.MEMORY_LIMIT, FlowParameters::getMemoryLimit).ifPresent("ecn-prob", FqPie::getEcnProb));

    private static final class Common {
        static final String LIMIT = "limit";
        static final String QUANTUM = "quantum";
        static final String FLOWS = "flows";
        static final String MEMORY_LIMIT = "memory-limit";
        static final long DEFAULT_QUANTUM = 1_714;

        static final OptionTable<CodelParameters> CODEL = new OptionTable<CodelParameters>()
            .always("target", CodelParameters::getTarget, 5_000)
            .always("interval", CodelParameters::getInterval, 100_000)
            .ifPresent("ecn", CodelParameters::getEcn).ifPresent("ce-threshold", CodelParameters::getCeThreshold);
        static final OptionTable<PieParameters> PIE = new OptionTable<PieParameters>()
            .ifPresent("target", PieParameters::getTarget).ifPresent("tupdate", PieParameters::getTupdate)
            .ifPresent(LIMIT, PieParameters::getLimit).ifPresent("alpha", PieParameters::getAlpha)
            .ifPresent("beta", PieParameters::getBeta).ifPresent("ecn", PieParameters::getEcn)
            .ifPresent("bytemode", PieParameters::getBytemode)
            .ifPresent("dq-rate-estimator", PieParameters::getDqRateEstimator);
    }

    private final String spelling;
    private final Function<FlatQdiscs, SortedMap<String, String>> encoder;

    <T> FlatQdisc(final String spelling, final Function<FlatQdiscs, T> container, final OptionTable<T> table) {
        this.spelling = spelling;
        encoder = parameters -> table.options(parameters == null ? null : container.apply(parameters));
    }

    /** Returns the name of the qdisc in the kernel and in Open vSwitch, {@code fq_codel}. */
    public String spelling() {
        return spelling;
    }

    /**
     * Computes the options of the qdisc.
     *
     * @param parameters the parent of the containers of all classless qdiscs; null selects the defaults
     */
    SortedMap<String, String> options(final FlatQdiscs parameters) {
        return encoder.apply(parameters);
    }
}
