// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.chain;

import io.cloudmac.impl.topology.PortId;
import java.util.Optional;
import org.opendaylight.yangtools.concepts.Registration;

/** Where the ports of LVNFs are. Use it on the event loop. */
public interface LvnfPlaces {
    /**
     * Returns the switch port of a port of an LVNF.
     *
     * @return empty while it is not known, or the LVNF does not exist
     */
    Optional<PortId> port(String tenant, String lvnf, int port);

    /** Returns true if a switch port is a port of any LVNF. */
    boolean isLvnf(PortId port);

    /** Registers a task that runs on the event loop after changes. */
    Registration listen(Runnable changed);
}
