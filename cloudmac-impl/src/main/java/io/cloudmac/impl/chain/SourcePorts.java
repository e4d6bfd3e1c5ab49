// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.chain;

import io.cloudmac.impl.topology.PortId;
import java.util.Collection;
import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * The switch ports of a source.
 *
 * @param entries where frames enter: several while a station is handed over
 * @param back where they go on as if they had just come from there
 */
public record SourcePorts(SortedSet<PortId> entries, PortId back) {
    public SourcePorts {
        entries = Collections.unmodifiableSortedSet(new TreeSet<>(entries));
    }

    /** Creates the ports from any collection of entries. */
    public static SourcePorts of(final Collection<PortId> entries, final PortId back) {
        return new SourcePorts(new TreeSet<>(entries), back);
    }

    /** Creates the ports of a source that has one. */
    public static SourcePorts at(final PortId port) {
        return of(Collections.singleton(port), port);
    }

    /** Returns true if any of the ports is like this. */
    boolean any(final Predicate<PortId> test) {
        return test.test(back) || entries.stream().anyMatch(test);
    }
}
