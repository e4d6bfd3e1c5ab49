// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.session;

import org.opendaylight.yangtools.concepts.Registration;

/** Decides when a connection attempt starts. Call it in the event loop of the connections. */
@FunctionalInterface
public interface DialTurns {
    /** Starts each attempt at once. */
    DialTurns AT_ONCE = dial -> {
        dial.run();
        return () -> { };
    };

    /** Runs an attempt, now or later. Closing the registration before that cancels it. */
    Registration request(Runnable dial);
}
