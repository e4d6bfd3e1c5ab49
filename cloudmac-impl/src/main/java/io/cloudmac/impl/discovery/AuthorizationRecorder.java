// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.discovery;

import io.cloudmac.impl.learned.StationKey;

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
}
