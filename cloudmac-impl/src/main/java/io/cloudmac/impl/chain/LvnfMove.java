// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.chain;

import io.cloudmac.impl.topology.PortId;
import java.util.Map;

/**
 * An LVNF that moves, with the switch ports of both places.
 *
 * @param tenant its tenant
 * @param lvnf its name at the tenant
 * @param from the ports where it is, by their numbers at the LVNF
 * @param to the ports where it will be
 */
public record LvnfMove(String tenant, String lvnf, Map<Integer, PortId> from, Map<Integer, PortId> to) {
    public LvnfMove {
        from = Map.copyOf(from);
        to = Map.copyOf(to);
    }

    /** Returns the name that its own rules have among those of chains; no chain has such a name. */
    public ChainId id() {
        return new ChainId(tenant, "@" + lvnf);
    }
}
