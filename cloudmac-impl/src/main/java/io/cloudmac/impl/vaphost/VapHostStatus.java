// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.vaphost;

import java.util.Map;

/** Reports the configured VAP hosts that are enabled. */
@FunctionalInterface
public interface VapHostStatus {
    /** Returns the status of each host, by name. Thread-safe. */
    Map<String, VapHostDetails> hosts();
}
