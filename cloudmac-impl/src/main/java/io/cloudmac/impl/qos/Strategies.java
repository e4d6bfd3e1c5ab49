// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.qos;

import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import org.opendaylight.yang.gen.v1.urn.cloudmac.qos.rev261121.CodelParameters;
import org.opendaylight.yang.gen.v1.urn.cloudmac.qos.rev261121.QosParameters;
import org.opendaylight.yang.gen.v1.urn.cloudmac.qos.rev261121.qos.parameters.Codel;
import org.opendaylight.yang.gen.v1.urn.cloudmac.qos.rev261121.qos.parameters.FqCodel;
import org.opendaylight.yang.gen.v1.urn.cloudmac.qos.rev261121.qos.parameters.Sfq;
import org.opendaylight.yangtools.yang.common.Uint32;

/**
 * What rows each strategy needs. Values are always said, never left to Open vSwitch: its own default for
 * FQ-CoDel's interval is ten times the kernel's, and its quantum for SFQ less than a full frame.
 */
final class Strategies {
    private static final String QUANTUM = "quantum";
    private static final String LIMIT = "limit";
    private static final long DEFAULT_QUANTUM = 1_714;
    private static final long DEFAULT_PERTURB_S = 10;
    private static final long DEFAULT_TARGET_US = 5_000;
    private static final long DEFAULT_INTERVAL_US = 100_000;
    private static final long DEFAULT_CODEL_LIMIT = 1_000;
    private static final long DEFAULT_FQ_CODEL_LIMIT = 10_240;
    private static final long DEFAULT_FLOWS = 1_024;

    private Strategies() {
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
        return switch (policy.requireType()) {
            case None, Fifo -> Optional.empty();
            case Htb -> Optional.of(htb(policy, portSpeed));
            case Sfq -> Optional.of(sfq(policy.getSfq()));
            case Codel -> Optional.of(codel(policy.getCodel()));
            case FqCodel -> Optional.of(fqCodel(policy.getFqCodel()));
        };
    }

    private static PortQos htb(final QosParameters policy, final long portSpeed) throws PolicyException {
        final long rate = policy.getLinkRate() != null ? policy.getLinkRate().getValue().longValue() : portSpeed;
        if (rate == 0) {
            throw new PolicyException("the port reports no speed: the policy needs a link-rate");
        }
        final var violations = PolicyRules.ratesOn(policy, rate);
        if (!violations.isEmpty()) {
            throw new PolicyException(String.join("; ", violations));
        }
        final SortedMap<Integer, Map<String, String>> queues = new TreeMap<>();
        HtbPolicy.of(policy).classes(rate).forEach(each -> queues.put(each.queue(), each.options(rate)));
        return PortQos.of(PortQos.HTB, Map.of("max-rate", Long.toString(rate)), queues);
    }

    private static PortQos sfq(final Sfq sfq) {
        return PortQos.of(PortQos.SFQ, Map.of(
            QUANTUM, value(sfq, Sfq::getQuantum, DEFAULT_QUANTUM),
            "perturb", value(sfq, Sfq::getPerturb, DEFAULT_PERTURB_S)), Map.of());
    }

    private static PortQos codel(final Codel codel) {
        return PortQos.of(PortQos.CODEL, codelOptions(codel, DEFAULT_CODEL_LIMIT), Map.of());
    }

    private static PortQos fqCodel(final FqCodel fqCodel) {
        final Map<String, String> options = codelOptions(fqCodel, DEFAULT_FQ_CODEL_LIMIT);
        options.put("flows", value(fqCodel, FqCodel::getFlows, DEFAULT_FLOWS));
        options.put(QUANTUM, value(fqCodel, FqCodel::getQuantum, DEFAULT_QUANTUM));
        return PortQos.of(PortQos.FQ_CODEL, options, Map.of());
    }

    private static Map<String, String> codelOptions(final CodelParameters codel, final long defaultLimit) {
        final Map<String, String> options = new TreeMap<>();
        options.put("target", value(codel, CodelParameters::getTarget, DEFAULT_TARGET_US));
        options.put("interval", value(codel, CodelParameters::getInterval, DEFAULT_INTERVAL_US));
        options.put(LIMIT, value(codel, CodelParameters::getLimit, defaultLimit));
        return options;
    }

    private static <T> String value(final T parameters, final Function<T, Uint32> getter, final long otherwise) {
        final Uint32 value = parameters == null ? null : getter.apply(parameters);
        return Long.toString(value == null ? otherwise : value.toJava());
    }
}
