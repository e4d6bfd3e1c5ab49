// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.admission;

import io.cloudmac.impl.learned.StationKey;
import io.cloudmac.impl.wire.Mac;
import java.util.Set;

/** Records which stations the authenticated sessions of VAP hosts report as authorized. Thread-safe; does not block. */
public interface AuthorizationRecorder {
    /** Records that a host has a session, which reports all authorizations from now on. */
    void reportsBegin(String host);

    /** Records that a host has no session. What it has reported stays true. */
    void reportsEnd(String host);

    /** Records that a host is no longer configured. */
    void hostRemoved(String host);

    /** Records a report of a host. */
    void authorized(String host, StationKey station);

    /** Records all stations that a VAP of a host holds as authorized. */
    void holds(String host, Mac bssid, Set<Mac> stations);

    /** Records that a host no longer holds a station. */
    void left(String host, StationKey station);

    /** Records all VAPs of a host: it holds no stations of others. */
    void hasVaps(String host, Set<Mac> vaps);

    /** Records that a VAP of a host has ended, and its associations with it. */
    void vapEnded(String host, Mac bssid);
}
