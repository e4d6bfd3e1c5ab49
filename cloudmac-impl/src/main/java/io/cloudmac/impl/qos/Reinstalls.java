// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.qos;

import java.util.HashMap;
import java.util.Map;

/**
 * Remembers which ports had a QoS row taken off that must not be followed by another of its type at once.
 * The database says when the row is gone, but not when Open vSwitch has acted upon that: were both changes
 * to reach it together, it would see no change of type and leave the kernel's qdisc with its old options.
 */
final class Reinstalls {
    /** How long Open vSwitch is given to act after the database has changed, ns. */
    static final long SETTLE_NANOS = 1_000_000_000L;

    private static final long NOT_GONE = Long.MIN_VALUE;

    private final Map<String, Long> goneSince = new HashMap<>();

    /** Our row is being taken off, or is still there though it is not configured. */
    void leaving(final String port) {
        goneSince.put(port, NOT_GONE);
    }

    /** The switch has no QoS row at the port (any more). */
    void gone(final String port, final long now) {
        goneSince.replace(port, NOT_GONE, now);
    }

    /** A row is being installed. */
    void installing(final String port) {
        goneSince.remove(port);
    }

    /** Returns how long to wait before a row may be installed, ns; 0: not at all. */
    long wait(final String port, final long now) {
        final Long since = goneSince.get(port);
        return since == null ? 0 : since == NOT_GONE ? SETTLE_NANOS : Math.max(0, since + SETTLE_NANOS - now);
    }
}
