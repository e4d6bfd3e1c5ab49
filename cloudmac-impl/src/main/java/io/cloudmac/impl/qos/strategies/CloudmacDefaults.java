// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.qos.strategies;

import java.util.List;
import java.util.Optional;

/**
 * The values of the strategy {@code cloudmac}, which is HTB with two classes. CloudMAC frames have a short FIFO, which
 * bounds their delay independently of other traffic. All other traffic keeps FQ-CoDel. The values were selected by
 * measurement ({@code ./cloudmac lab run hybrid}, {@code ./cloudmac reproduce}; docs/results). The shaping rate is
 * just below the link rate ({@link Framing#ETHERNET}), so that frames wait in the classes, not in the network card.
 */
final class CloudmacDefaults {
    private static final int CLOUDMAC_PRIORITY = 0;
    private static final int DEFAULT_PRIORITY = 1;
    /** Packets: 6 ms of full-size frames at 100 Mbit/s. A frame that waits longer is better retransmitted. */
    private static final int CLOUDMAC_LIMIT = 50;

    private CloudmacDefaults() {
    }

    /** Returns the classes for a link rate in bit/s. Other traffic keeps a tenth; a class that is alone has it all. */
    static List<ShapedClass> classes(final long linkRate) {
        return List.of(
            new ShapedClass(ShapedStrategy.DEFAULT_QUEUE, linkRate / 10, 0, Optional.of(DEFAULT_PRIORITY), 0,
                Optional.of(Leaf.withDefaults(FlatQdisc.FQ_CODEL))),
            new ShapedClass(ShapedStrategy.CLOUDMAC_QUEUE, linkRate / 2, 0, Optional.of(CLOUDMAC_PRIORITY), 0,
                Optional.of(Leaf.pfifo(CLOUDMAC_LIMIT))));
    }
}
