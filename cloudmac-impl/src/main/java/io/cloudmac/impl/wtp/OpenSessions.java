// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.wtp;

import io.cloudmac.impl.wire.Mac;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.opendaylight.yangtools.concepts.Registration;

/** Keeps the set of sessions that are up, and passes all changes on. */
final class OpenSessions implements SessionPublisher {
    private final Set<Mac> open = ConcurrentHashMap.newKeySet();
    private final List<Consumer<Mac>> listeners = new CopyOnWriteArrayList<>();
    private final SessionPublisher next;

    OpenSessions(final SessionPublisher next) {
        this.next = next;
    }

    @Override
    public void publish(final Mac wtp, final SessionStatus status) {
        if (status.state() == SessionStatus.SessionState.UP) {
            if (open.add(wtp)) {
                listeners.forEach(listener -> listener.accept(wtp));
            }
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

    /** Calls a listener with each WTP whose session is up now or opens later. Thread-safe. */
    Registration listen(final Consumer<Mac> opened) {
        listeners.add(opened);
        open.forEach(opened);
        return () -> listeners.remove(opened);
    }

    /** Returns the WTPs whose session is up. Thread-safe. */
    Set<Mac> wtps() {
        return Set.copyOf(open);
    }
}
