// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.firstcontact;

import io.cloudmac.impl.wire.Announcement;
import io.cloudmac.impl.wire.Mac;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * Keeps a WTP that was just admitted from retuning a radio for a first contact. WTPs are admitted one after the other
 * when the controller or a site starts. Without the delay the first of them would leave its channel for the VAPs of the
 * others, and keep to it as long as it holds their leases. Pure. Times are those of the event loop, ns.
 */
final class RetuneDelay {
    /** Longer than WTPs that start together take until all are admitted. */
    private static final Duration MINIMUM = Duration.ofSeconds(10);

    private final Map<Mac, Long> admittedSinceNanos = new HashMap<>();

    /** Records which WTPs are admitted. */
    void setAdmitted(final Set<Mac> wtps, final long nowNanos) {
        admittedSinceNanos.keySet().retainAll(wtps);
        wtps.forEach(wtp -> admittedSinceNanos.putIfAbsent(wtp, nowNanos));
    }

    /** Returns true if an admitted WTP may retune a radio for a first contact. */
    boolean mayRetune(final Announcement wtp, final long nowNanos) {
        return nowNanos - admittedSinceNanos.computeIfAbsent(wtp.wtp(), unknown -> nowNanos)
            >= delay(wtp.interval()).toNanos();
    }

    /** Returns the delay for WTPs with an interval of announcements: another WTP may need as long for its first one. */
    static Duration delay(final Duration interval) {
        final Duration two = interval.multipliedBy(2);
        return two.compareTo(MINIMUM) > 0 ? two : MINIMUM;
    }
}
