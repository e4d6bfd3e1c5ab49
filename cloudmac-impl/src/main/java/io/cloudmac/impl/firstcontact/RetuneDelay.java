// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.firstcontact;

import io.cloudmac.impl.wire.Mac;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * Delays first contacts at WTPs that would retune a radio for them, because no admitted WTP is on the VAP's channel.
 * WTPs are admitted one after the other when the controller or a site starts. Without the delay the first of them would
 * leave its channel for the VAPs of the others, and keep to it as long as it holds their leases. Pure.
 */
final class RetuneDelay {
    /** Longer than a WTP takes from its first announcement to its session. */
    static final Duration DELAY = Duration.ofSeconds(10);
    /** A station that finds no access point scans again within this time. */
    private static final Duration FORGET = Duration.ofMinutes(1);

    private record Calls(long since, long last) {
    }

    private final Map<Mac, Calls> calling = new HashMap<>();

    /** Records that an admitted WTP is on the channel of a VAP. */
    void onChannelServed(final Mac bssid) {
        calling.remove(bssid);
    }

    /** Returns true if a radio may be retuned for a VAP that a station calls now, at a time in ns. */
    boolean mayRetune(final Mac bssid, final long now) {
        final Calls before = calling.get(bssid);
        final boolean continues = before != null && now - before.last <= FORGET.toNanos();
        final Calls calls = new Calls(continues ? before.since : now, now);
        calling.put(bssid, calls);
        return now - calls.since >= DELAY.toNanos();
    }

    /** Forgets all VAPs but some. */
    void retain(final Set<Mac> bssids) {
        calling.keySet().retainAll(bssids);
    }
}
