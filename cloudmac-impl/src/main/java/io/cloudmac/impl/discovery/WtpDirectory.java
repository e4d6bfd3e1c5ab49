// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.discovery;

import io.cloudmac.impl.topology.PortId;
import io.cloudmac.impl.wire.Announcement;
import io.cloudmac.impl.wire.Mac;
import java.util.Map;
import java.util.Optional;
import org.opendaylight.yangtools.concepts.Registration;

/** Knows the WTPs that announce themselves. An announcement is no proof: {@code AdmittedWtps} has the proven ones. */
public interface WtpDirectory {
    /** Receives every change, on a thread that must not be blocked. */
    interface WtpListener {
        /** Handles a WTP that appeared, or whose announcement or switch port changed. */
        void wtpChanged(Announcement announcement);

        /**
         * Handles a WTP whose announcements are missing for two of its intervals. A listener that can reach the WTP
         * by other means probes it, and calls {@link #reportAlive} if it answers.
         */
        default void wtpQuiet(final Mac wtp) {
            // Most listeners have no other way to the WTP.
        }

        /** Handles a WTP that was probed and has shown no sign of life for three of its intervals. */
        void wtpLost(Mac wtp);

        /** Handles a lost WTP that was never admitted and is now forgotten, so that nothing about it need be kept. */
        default void wtpForgotten(final Mac wtp) {
            // Most listeners forget a WTP when it is lost.
        }
    }

    /** Returns the last announcement of each WTP that is up, by WTP id. The view is read-only and follows the WTPs. */
    Map<Mac, Announcement> wtps();

    /** Returns the switch port of a WTP that is up. */
    Optional<PortId> port(Mac wtp);

    /**
     * Returns another switch port at which a WTP that is up was announced within three of its intervals. Such a WTP is
     * contested: anybody on the wire can announce it.
     */
    Optional<PortId> rivalPort(Mac wtp);

    /** Returns true if a WTP has been announced at its present port, and at no other one, for three intervals. */
    boolean isSettled(Mac wtp);

    /**
     * Records a sign of life other than an announcement. It keeps a WTP up, but does not bring one up.
     * Thread-safe.
     */
    void reportAlive(Mac wtp);

    /** Registers a listener, and passes it every WTP that is up. */
    Registration listen(WtpListener listener);
}
