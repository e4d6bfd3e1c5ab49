// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.binding;

import io.cloudmac.impl.wire.Mac;
import java.util.Map;

/**
 * Permits to announce VAPs. A WTP transmits beacons and probe responses of a VAP while it has a permit, or a lease. It
 * acknowledges nothing for a VAP with a permit alone.
 *
 * <p>The implementation renews the permits, and gives them again when a session opens or a radio changes its channel.
 */
public interface AnnouncementService {
    /**
     * Sets the VAPs that a WTP may announce from now on. A VAP is announced by a radio on its channel. While there is
     * none, the VAP has no permit: an announcement alone tunes no radio. The method is thread-safe and returns at once.
     *
     * @param wtp id of the WTP, with a session or without
     * @param vaps centre frequency of each VAP's channel, MHz, by BSSID; 0 if unknown, which selects the WTP's first
     *     radio
     */
    void announce(Mac wtp, Map<Mac, Integer> vaps);
}
