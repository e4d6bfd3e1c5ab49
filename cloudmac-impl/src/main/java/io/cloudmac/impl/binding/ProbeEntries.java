// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.binding;

import io.cloudmac.impl.learned.StationKey;
import io.cloudmac.impl.wire.Mac;
import java.util.Map;

/** The stations that are not bound, but whose probe requests VAPs may answer for a short time. */
@FunctionalInterface
public interface ProbeEntries {
    /** Sets all entries: the WTP that transmits the answers of a VAP to a station. Call it on the event loop. */
    void setProbes(Map<StationKey, Mac> probes);
}
