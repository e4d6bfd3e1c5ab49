// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.binding;

import io.cloudmac.impl.binding.Assignment.ServingWtps;
import io.cloudmac.impl.learned.Client;
import io.cloudmac.impl.wire.Mac;
import java.time.Duration;

/** Overrides which WTPs serve a station or virtual station during its handover. Used on the event loop. */
public interface HandoverOverrides {
    /** Longest time from the storing of a binding until its readers know it. */
    Duration STORED_LIMIT = Duration.ofSeconds(5);

    /**
     * Time for the datapath of a switch to follow a rule that the switch has confirmed. Open vSwitch looks through its
     * datapath's flows after each change of its tables; until then frames go as before.
     */
    Duration SETTLE = Duration.ofMillis(500);

    /** Overrides the service of a bound station. */
    void override(Client client, ServingWtps service);

    /** Ends the override of a station. */
    void clear(Client client);

    /**
     * Ends the override of a station {@link #SETTLE} from now, but not before its readers know the binding to a WTP
     * that was just stored. The datastore confirms a change before it notifies its readers: without the override, the
     * station would return to its old WTP in between. Ends at once if the station loses this binding, and after
     * {@link #STORED_LIMIT} at the latest.
     */
    void clearWhenStored(Client client, Mac wtp);
}
