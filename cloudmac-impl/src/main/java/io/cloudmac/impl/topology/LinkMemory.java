// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.topology;

import java.time.Duration;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * The links, including those that LLDP temporarily cannot show. After a start of the controller, or while a switch is
 * disconnected, frames still cross the same cables and must not lose their rules.
 *
 * <p>A link is removed when LLDP shows another link at one of its ports. It is also removed when LLDP has not shown it
 * for {@code timeout} while both of its switches were connected.
 */
final class LinkMemory {
    private final Duration timeout;
    private final Map<InterSwitchLink, Long> missingSinceNanos = new HashMap<>();
    private final Set<InterSwitchLink> links = new TreeSet<>();

    /** Creates a memory that removes a link after {@code timeout} without LLDP. */
    LinkMemory(final Duration timeout) {
        this.timeout = timeout;
    }

    /** Adds the links that were known before a restart. */
    void restore(final Collection<InterSwitchLink> known) {
        links.addAll(known);
    }

    /**
     * Updates the links from LLDP.
     *
     * @param seen the links that LLDP currently shows
     * @param connected returns true if the controller is connected to the switch with this node id
     * @param nowNanos current time of the event loop, ns
     */
    void observe(final Set<InterSwitchLink> seen, final Predicate<String> connected, final long nowNanos) {
        final Set<PortId> ends = new HashSet<>();
        seen.forEach(link -> Collections.addAll(ends, link.low(), link.high()));
        links.removeIf(old -> !seen.contains(old) && (ends.contains(old.low()) || ends.contains(old.high())));
        links.addAll(seen);
        missingSinceNanos.keySet().removeAll(seen);
        for (final Iterator<InterSwitchLink> each = links.iterator(); each.hasNext();) {
            final InterSwitchLink link = each.next();
            if (seen.contains(link)) {
                continue;
            }
            if (!connected.test(link.low().node()) || !connected.test(link.high().node())) {
                missingSinceNanos.remove(link);
            } else if (nowNanos - missingSinceNanos.computeIfAbsent(link, key -> nowNanos) >= timeout.toNanos()) {
                missingSinceNanos.remove(link);
                each.remove();
            }
        }
        missingSinceNanos.keySet().retainAll(links);
    }

    Set<InterSwitchLink> links() {
        return new TreeSet<>(links);
    }
}
