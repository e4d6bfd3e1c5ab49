// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.mobility;

import io.cloudmac.impl.learned.Client;
import io.cloudmac.impl.wire.Mac;
import java.util.Map;
import java.util.function.Consumer;
import org.opendaylight.yangtools.concepts.Registration;

/** Reports the progress of drains. */
public interface DrainStatus {
    /** Returns, by draining WTP, the stations that it still serves, and why. Thread-safe. */
    Map<Mac, Map<Client, String>> draining();

    /** Registers a listener for drained WTPs. It runs on the event loop. */
    Registration listenToEmpty(Consumer<Mac> drained);
}
