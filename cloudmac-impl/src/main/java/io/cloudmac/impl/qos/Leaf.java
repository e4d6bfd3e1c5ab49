// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.qos;

import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.opendaylight.yang.gen.v1.urn.cloudmac.qos.rev261121.LeafOfClass;
import org.opendaylight.yang.gen.v1.urn.cloudmac.qos.rev261121.leaf.of._class.LeafQdisc;
import org.opendaylight.yang.gen.v1.urn.cloudmac.qos.rev261121.leaf.of._class.leaf.qdisc.Bfifo;
import org.opendaylight.yang.gen.v1.urn.cloudmac.qos.rev261121.leaf.of._class.leaf.qdisc.Pfifo;

/**
 * The qdisc below a class, as its Queue row names it.
 *
 * @param kind as Open vSwitch spells it, {@code fq_codel}
 * @param options its own options
 */
record Leaf(String kind, SortedMap<String, String> options) {
    /** The key that names the leaf in a Queue row. */
    static final String KIND = "leaf-qdisc";
    /** What the keys of the leaf's own options begin with. */
    static final String PREFIX = "leaf-";

    private static final OptionTable<Pfifo> PFIFO = new OptionTable<Pfifo>().ifSaid("limit", Pfifo::getLimit);
    private static final OptionTable<Bfifo> BFIFO = new OptionTable<Bfifo>().ifSaid("limit", Bfifo::getLimit);

    /** Reads the leaf of a configured class. */
    static Optional<Leaf> of(final LeafOfClass configured) {
        return Optional.ofNullable(configured.getLeafQdisc()).map(Leaf::read);
    }

    /** Returns a FIFO that holds so many packets. */
    static Leaf pfifo(final int limit) {
        return new Leaf("pfifo", new TreeMap<>(Map.of("limit", Integer.toString(limit))));
    }

    /** Returns a qdisc with the values that it has as a strategy of its own. */
    static Leaf usual(final FlatQdisc qdisc) {
        return new Leaf(qdisc.spelling(), qdisc.options(null));
    }

    /** Puts what it is into the other-config of a Queue row. */
    void addTo(final Map<String, String> queue) {
        queue.put(KIND, kind);
        options.forEach((key, value) -> queue.put(PREFIX + key, value));
    }

    private static Leaf read(final LeafQdisc leaf) {
        return switch (leaf.requireType()) {
            case Pfifo -> new Leaf("pfifo", PFIFO.options(leaf.getPfifo()));
            case Bfifo -> new Leaf("bfifo", BFIFO.options(leaf.getBfifo()));
            case Sfq -> flat(FlatQdisc.SFQ, leaf);
            case Codel -> flat(FlatQdisc.CODEL, leaf);
            case FqCodel -> flat(FlatQdisc.FQ_CODEL, leaf);
            case Pie -> flat(FlatQdisc.PIE, leaf);
            case FqPie -> flat(FlatQdisc.FQ_PIE, leaf);
        };
    }

    private static Leaf flat(final FlatQdisc qdisc, final LeafQdisc leaf) {
        return new Leaf(qdisc.spelling(), qdisc.options(leaf));
    }
}
