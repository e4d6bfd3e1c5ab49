// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.mobility;

import io.cloudmac.impl.learned.StationKey;
import io.cloudmac.impl.wire.Mac;
import java.util.Map;
import java.util.function.Consumer;
import org.opendaylight.yangtools.concepts.Registration;

/** How far WTPs that drain are. */
public interface DrainStatus {
    /** The WTPs that drain, the stations that each still serves, and why; from any thread. */
    Map<Mac, Map<StationKey, String>> draining();

    /** Told, on the event loop, of each WTP that serves nobody any more. */
    Registration listenToEmpty(Consumer<Mac> drained);
}
