// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.binding;

import io.cloudmac.impl.wire.Mac;
import java.util.Map;

/** Knows which WTPs refuse the leases that VAPs need. Used on the event loop. */
@FunctionalInterface
public interface LeaseRefusals {
    /** Returns why WTPs refuse the lease of a VAP, by WTP: the agent's reason, or that no radio is free. */
    Map<Mac, String> refusals(Mac bssid);
}
