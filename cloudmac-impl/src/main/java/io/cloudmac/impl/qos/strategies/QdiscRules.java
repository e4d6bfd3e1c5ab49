// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.qos.strategies;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Checks of the options of classless qdiscs beyond the types and ranges of YANG. */
final class QdiscRules {
    /** The defaults of the kernel's SFQ. */
    private static final long SFQ_DEPTH = 127;
    private static final long SFQ_FLOWS = 128;

    private QdiscRules() {
    }

    /** Checks the options of a qdisc; each violation is a sentence for the operator. */
    static List<String> violations(final String kind, final Map<String, String> options) {
        return switch (kind) {
            case "codel", "fq_codel" -> notAbove(options, "target", "interval");
            case "cake" -> notAbove(options, "target", "rtt");
            case "sfq" -> sfq(options);
            default -> List.of();
        };
    }

    /** Checks the leaf of a class. */
    static List<String> violations(final int queue, final Optional<Leaf> leaf) {
        return leaf.map(each -> violations(each.kind(), each.options()).stream()
            .map(text -> "leaf-qdisc of queue " + queue + ": " + text).toList()).orElse(List.of());
    }

    private static List<String> notAbove(final Map<String, String> options, final String lower, final String upper) {
        final long low = value(options, lower, 0);
        final long high = value(options, upper, Long.MAX_VALUE);
        return low <= high ? List.of()
            : List.of(lower + " " + low + " us is longer than the " + upper + ", " + high + " us");
    }

    private static List<String> sfq(final Map<String, String> options) {
        final List<String> violations = new ArrayList<>();
        final long divisor = value(options, "divisor", 1);
        if (Long.bitCount(divisor) != 1) {
            violations.add("divisor " + divisor + " is not a power of two");
        }
        final long most = value(options, "depth", SFQ_DEPTH) * value(options, "flows", SFQ_FLOWS);
        final long limit = value(options, "limit", 0);
        if (limit > most) {
            violations.add("limit " + limit + " is above depth times flows, " + most + " packets");
        }
        return violations;
    }

    private static long value(final Map<String, String> options, final String key, final long defaultValue) {
        final String value = options.get(key);
        return value == null ? defaultValue : Long.parseLong(value);
    }
}
