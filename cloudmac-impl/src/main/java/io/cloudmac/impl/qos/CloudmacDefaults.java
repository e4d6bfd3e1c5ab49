// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.qos;

import java.util.List;
import java.util.Optional;

/**
 * The values of strategy {@code cloudmac}. They are all here; what they mean is said by HTB and the leaves.
 * Two classes: what WiFi frames wait for is bounded by a short FIFO and by nobody else's load, and everybody else
 * keeps what FQ-CoDel gives. Chosen by measuring, {@code ./cloudmac lab run hybrid} and {@code ./cloudmac reproduce}:
 * docs/results.md. Just below the wire's rate ({@link Framing#ETHERNET}) frames wait in the classes, not in the card.
 */
final class CloudmacDefaults {
    private static final int CLOUDMAC_PRIORITY = 0;
    private static final int REST_PRIORITY = 1;
    /** Packets: 6 ms of full frames at 100 Mbit/s. What would wait longer had better be sent again. */
    private static final int CLOUDMAC_LIMIT = 50;

    private CloudmacDefaults() {
    }

    /** Returns the classes on a link of this rate, bit/s. The rest keeps a tenth of it; whoever is alone has it all. */
    static List<ShapedClass> classes(final long linkRate) {
        return List.of(
            new ShapedClass(ShapedStrategy.REST, linkRate / 10, 0, Optional.of(REST_PRIORITY), 0,
                Optional.of(Leaf.usual(FlatQdisc.FQ_CODEL))),
            new ShapedClass(ShapedStrategy.CLOUDMAC, linkRate / 2, 0, Optional.of(CLOUDMAC_PRIORITY), 0,
                Optional.of(Leaf.pfifo(CLOUDMAC_LIMIT))));
    }
}
