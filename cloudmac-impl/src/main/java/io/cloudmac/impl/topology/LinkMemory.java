// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.topology;

import java.util.Collection;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * Keeps links over the times when LLDP cannot show them: when the controller
 * has just started or a switch's control connection is down, traffic flows on
 * over the same cables and must not lose its rules.
 *
 * <p>A link is forgotten when one of its ports is discovered to lead elsewhere,
 * or when it has not been seen for a while although both of its switches are
 * connected.
 */
final class LinkMemory {
    private final long patience;
    private final Map<Link, Long> missingSince = new HashMap<>();
    private final Set<Link> links = new TreeSet<>();

    /** Forgets a link when it has been missing for {@code patience} nanoseconds. */
    LinkMemory(final long patience) {
        this.patience = patience;
    }

    /** Starts with what was known before a restart. */
    void restore(final Collection<Link> known) {
        links.addAll(known);
    }

    /**
     * Takes note of what LLDP shows now.
     *
     * @param seen the links in the discovered topology
     * @param connected whether the controller is connected to a switch
     * @param now nanoseconds
     */
    void observe(final Set<Link> seen, final Predicate<String> connected, final long now) {
        for (final Link link : seen) {
            links.removeIf(old -> !old.equals(link) && !seen.contains(old)
                && (old.touches(link.low()) || old.touches(link.high())));
            links.add(link);
            missingSince.remove(link);
        }
        for (final Iterator<Link> each = links.iterator(); each.hasNext();) {
            final Link link = each.next();
            if (seen.contains(link)) {
                continue;
            }
            if (!connected.test(link.low().node()) || !connected.test(link.high().node())) {
                missingSince.remove(link);
            } else if (now - missingSince.computeIfAbsent(link, key -> now) >= patience) {
                missingSince.remove(link);
                each.remove();
            }
        }
        missingSince.keySet().retainAll(links);
    }

    Set<Link> links() {
        return new TreeSet<>(links);
    }
}
