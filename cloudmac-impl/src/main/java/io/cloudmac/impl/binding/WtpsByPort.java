// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.binding;

import io.cloudmac.impl.topology.PortId;
import io.cloudmac.impl.wire.Mac;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Finds the WTPs at a port. It makes its index again when the WTPs of the assignment have changed. */
public final class WtpsByPort {
    private final Map<PortId, Set<Mac>> byPort = new HashMap<>();
    private Map<Mac, PortId> indexed = Map.of();

    /** Returns the WTPs that an assignment has at a port. */
    public Set<Mac> at(final PortId port, final Assignment assignment) {
        if (assignment.wtps() != indexed) {
            indexed = assignment.wtps();
            byPort.clear();
            indexed.forEach((wtp, place) -> byPort.computeIfAbsent(place, first -> new TreeSet<>()).add(wtp));
        }
        return byPort.getOrDefault(port, Set.of());
    }
}
