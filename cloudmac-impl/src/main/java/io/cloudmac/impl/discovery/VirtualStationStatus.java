// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.discovery;

import io.cloudmac.impl.topology.PortId;
import io.cloudmac.impl.wire.Mac;
import io.cloudmac.impl.wire.StationHello;
import java.time.Instant;
import java.util.Collection;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import org.opendaylight.yangtools.concepts.Registration;

/** Describes the virtual stations by their last hellos. Used on the event loop. */
public interface VirtualStationStatus {
    /**
     * A virtual station.
     *
     * @param port the switch port of its host
     * @param hello its last hello that reached the controller; names nothing if none has since the start
     * @param seen when this was; empty if none has since the start
     * @param problem why it is refused; empty if it is not
     */
    record Seen(PortId port, StationHello hello, Optional<Instant> seen, Optional<String> problem) {
    }

    /** Returns the last hello of an accepted virtual station; empty if none has arrived since the start. */
    Optional<StationHello> hello(Mac station);

    /** Returns all known virtual stations, and those that were refused within a minute. */
    Collection<Seen> seen();

    /**
     * Returns the virtual stations that were refused within a minute, one for each address and port. An address can be
     * known at another port.
     */
    Collection<Seen> refused();

    /** Registers a listener for newly refused virtual stations. It runs on the event loop. */
    Registration listenToRefused(Consumer<Seen> listener);

    /**
     * Waits for the next hello of a virtual station. A WTP that has received it, too, knows the channel and the BSS.
     *
     * @return completes with the hello; fails if the virtual station is gone
     */
    CompletionStage<StationHello> nextHello(Mac station);
}
