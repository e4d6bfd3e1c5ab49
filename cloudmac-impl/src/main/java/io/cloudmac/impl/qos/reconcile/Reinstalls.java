// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.qos.reconcile;

import java.util.HashMap;
import java.util.Map;

/**
 * The ports whose QoS row was removed and must not immediately be followed by another row of the same type. The
 * database shows when the row is gone, but not when Open vSwitch has applied the removal. If both changes reached Open
 * vSwitch together, it would see no change of type and leave the kernel's qdisc with its old options.
 */
final class Reinstalls {
    /** Time that Open vSwitch has to apply a change of the database, ns. */
    static final long SETTLE_NANOS = 1_000_000_000L;

    private static final long NOT_GONE = Long.MIN_VALUE;

    private final Map<String, Long> goneSinceNanos = new HashMap<>();

    /** Notes that CloudMAC's row is being removed, or is still present without being configured. */
    void recordRemoval(final String port) {
        goneSinceNanos.put(port, NOT_GONE);
    }

    /** Notes that the switch has no QoS row at the port. */
    void recordGone(final String port, final long nowNanos) {
        goneSinceNanos.replace(port, NOT_GONE, nowNanos);
    }

    /** Notes that a row is being installed. */
    void recordInstall(final String port) {
        goneSinceNanos.remove(port);
    }

    /** Returns the time to wait before a row may be installed, ns. */
    long remainingWaitNanos(final String port, final long nowNanos) {
        final Long sinceNanos = goneSinceNanos.get(port);
        return sinceNanos == null ? 0 : sinceNanos == NOT_GONE ? SETTLE_NANOS
            : Math.max(0, sinceNanos + SETTLE_NANOS - nowNanos);
    }
}
