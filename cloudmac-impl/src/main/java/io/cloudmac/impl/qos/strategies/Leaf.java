// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.qos.strategies;

import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.opendaylight.yang.gen.v1.urn.cloudmac.qos.rev261121.LeafOfClass;
import org.opendaylight.yang.gen.v1.urn.cloudmac.qos.rev261121.leaf.of._class.LeafQdisc;
import org.opendaylight.yang.gen.v1.urn.cloudmac.qos.rev261121.leaf.of._class.leaf.qdisc.Bfifo;
import org.opendaylight.yang.gen.v1.urn.cloudmac.qos.rev261121.leaf.of._class.leaf.qdisc.Pfifo;

/**
 * The qdisc below a class, as encoded in its Queue row.
 *
 * @param kind the name in Open vSwitch, {@code fq_codel}
 * @param options the options of the qdisc
 */
public record Leaf(String kind, SortedMap<String, String> options) {
    /** The key that names the leaf in a Queue row. */
    public static final String KIND = "leaf-qdisc";
    /** The prefix of the keys of the leaf's options in a Queue row. */
    static final String PREFIX = "leaf-";

    private static final OptionTable<Pfifo> PFIFO = new OptionTable<Pfifo>().ifPresent("limit", Pfifo::getLimit);
    private static final OptionTable<Bfifo> BFIFO = new OptionTable<Bfifo>().ifPresent("limit", Bfifo::getLimit);

    /** Reads the leaf of a configured class. */
    static Optional<Leaf> of(final LeafOfClass configured) {
        return Optional.ofNullable(configured.getLeafQdisc()).map(Leaf::read);
    }

    /** Returns a FIFO of {@code limit} packets. */
    static Leaf pfifo(final int limit) {
        return new Leaf("pfifo", new TreeMap<>(Map.of("limit", Integer.toString(limit))));
    }

    /** Returns a qdisc with the default options of its own strategy. */
    static Leaf withDefaults(final FlatQdisc qdisc) {
        return new Leaf(qdisc.spelling(), qdisc.options(null));
    }

    /** Adds the leaf to the other-config of a Queue row. */
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
