// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.wtp;

import io.cloudmac.impl.wire.Mac;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Keeps the set of sessions that are up, and passes all changes on. */
final class OpenSessions implements SessionPublisher {
    private final Set<Mac> open = ConcurrentHashMap.newKeySet();
    private final SessionPublisher next;

    OpenSessions(final SessionPublisher next) {
        this.next = next;
    }

    @Override
    public void publish(final Mac wtp, final SessionStatus status) {
        if (status.state() == SessionStatus.SessionState.UP) {
            open.add(wtp);
        } else {
            open.remove(wtp);
        }
        next.publish(wtp, status);
    }

    @Override
    public void remove(final Mac wtp) {
        open.remove(wtp);
        next.remove(wtp);
    }

    /** Returns the WTPs whose session is up. Thread-safe. */
    Set<Mac> wtps() {
        return Set.copyOf(open);
    }
}
