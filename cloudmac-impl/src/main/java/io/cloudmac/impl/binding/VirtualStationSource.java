// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.binding;

import io.cloudmac.impl.topology.PortId;
import io.cloudmac.impl.wire.Mac;
import java.util.Map;
import java.util.Set;
import org.opendaylight.yangtools.concepts.Registration;

/** Knows the virtual stations that send hellos, and the WTPs that can be their antenna. Used on the event loop. */
public interface VirtualStationSource {
    /** Returns the switch port of the host of each virtual station, by its address. */
    Map<Mac, PortId> virtualStations();

    /** Returns the ids of the WTPs that announce a radio for virtual stations. */
    Set<Mac> antennas();

    /** Returns how many leases the radios for virtual stations of a WTP can hold; 0 if it announces none. */
    int leases(Mac wtp);

    /** Registers a listener for changes of either. */
    Registration listen(Runnable changed);
}
