// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.discovery;

import io.cloudmac.impl.topology.PortId;
import io.cloudmac.impl.wire.Mac;
import io.cloudmac.impl.wire.StationHello;
import java.time.Instant;
import java.util.Collection;
import java.util.Map;
import org.opendaylight.yangtools.concepts.Registration;

/** Knows what virtual stations say of themselves, and those that the controller refuses. Thread-safe. */
public interface VirtualStations {
    /**
     * The last hello of a known virtual station.
     *
     * @param hello the hello
     * @param seen when it reached the controller
     */
    record LastHello(StationHello hello, Instant seen) {
    }

    /**
     * A virtual station whose hellos are refused.
     *
     * @param hello the last refused hello
     * @param port the switch port where it arrived
     * @param reason the reason, as part of a sentence for the operator
     */
    record RefusedStation(StationHello hello, PortId port, String reason) {
    }

    /** Returns the last hello of each known virtual station, by address. After a restart there is none at first. */
    Map<Mac, LastHello> hellos();

    /** Returns the virtual stations that were refused within the last minute. */
    Collection<RefusedStation> refused();

    /** Runs a task on the event loop after each change of a hello's values, and after each new refusal. */
    Registration listen(Runnable changed);
}
