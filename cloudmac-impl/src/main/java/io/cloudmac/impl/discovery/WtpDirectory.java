// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.discovery;

import io.cloudmac.impl.wire.Announcement;
import io.cloudmac.impl.wire.Mac;
import java.util.Map;
import org.opendaylight.yangtools.concepts.Registration;

/** The WTPs that announce themselves. */
public interface WtpDirectory {
    /** Told of every change, on a thread that must not be blocked. */
    interface WtpListener {
        /** A WTP appeared, or announces something else than before. */
        void wtpChanged(Announcement announcement);

        /**
         * A WTP has not been heard for two of its intervals. Whoever has another
         * way to it asks whether it is there, and tells by {@link #alive}.
         */
        default void wtpQuiet(final Mac wtp) {
            // Most have none.
        }

        /** A WTP has given no sign of life for three of its intervals, and was asked for one. */
        void wtpLost(Mac wtp);
    }

    /** The WTPs that are up, by id. */
    Map<Mac, Announcement> wtps();

    /**
     * A WTP gave a sign of life other than an announcement. Keeps one that is
     * up from being lost; does not bring one up. From any thread.
     */
    void alive(Mac wtp);

    /** Registers; the listener is told of every WTP that is up at once. */
    Registration listen(WtpListener listener);
}
