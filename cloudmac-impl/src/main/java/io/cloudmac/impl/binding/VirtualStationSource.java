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

    /**
     * Returns the channel of the BSS that a virtual station has joined, or authenticates with, MHz; 0 if it has none or
     * it is unknown. Thread-safe.
     */
    int channel(Mac station);

    /** Returns the channels of the radios for virtual stations of a WTP, MHz; empty if it announces none. */
    Set<Integer> channels(Mac wtp);

    /** Returns how many leases the radios for virtual stations of a WTP can hold; 0 if it announces none. */
    int leases(Mac wtp);

    /** Registers a listener for changes of either. */
    Registration listen(Runnable changed);
}
