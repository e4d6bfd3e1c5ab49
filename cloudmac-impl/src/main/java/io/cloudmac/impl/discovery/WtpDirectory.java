// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.discovery;

import io.cloudmac.impl.wire.Announcement;
import io.cloudmac.impl.wire.Mac;
import java.util.Map;
import org.opendaylight.yangtools.concepts.Registration;

/** The WTPs that announce themselves. */
public interface WtpDirectory {
    /** Told of every change, on a thread that must not be blocked. */
    interface Listener {
        /** A WTP appeared, or announces something else than before. */
        void wtpChanged(Announcement announcement);

        /** A WTP has not been heard for three of its intervals. */
        void wtpLost(Mac wtp);
    }

    /** The WTPs that are up, by id. */
    Map<Mac, Announcement> wtps();

    /** Registers; the listener is told of every WTP that is up at once. */
    Registration listen(Listener listener);
}
