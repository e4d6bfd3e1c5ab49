// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.wtp;

import io.cloudmac.impl.admission.SessionRecorder;
import io.cloudmac.impl.session.SessionState;
import io.cloudmac.impl.wire.Mac;
import io.cloudmac.impl.wtp.SessionContext.SessionPublisher;
import java.util.Collections;
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
    private final SessionRecorder recorder;
    private final SessionPublisher next;

    OpenSessions(final SessionRecorder recorder, final SessionPublisher next) {
        this.recorder = recorder;
        this.next = next;
    }

    @Override
    public void publish(final Mac wtp, final SessionStatus status) {
        if (status.state() == SessionState.UP) {
            recorder.sessionOpened(wtp);
            if (open.add(wtp)) {
                listeners.forEach(listener -> listener.accept(wtp));
            }
        } else {
            recorder.sessionClosed(wtp, status.text());
            open.remove(wtp);
        }
        next.publish(wtp, status);
    }

    @Override
    public void remove(final Mac wtp) {
        recorder.sessionRemoved(wtp);
        open.remove(wtp);
        next.remove(wtp);
    }

    /** Records that no session is left. */
    void closeAll() {
        open.forEach(wtp -> recorder.sessionClosed(wtp, "the session was closed"));
        open.clear();
    }

    /** Calls a listener with each WTP whose session is up now or opens later. Thread-safe. */
    Registration listen(final Consumer<Mac> opened) {
        listeners.add(opened);
        open.forEach(opened);
        return () -> listeners.remove(opened);
    }

    /** Returns the WTPs whose session is up, as a view that follows each change. Thread-safe. */
    Set<Mac> wtps() {
        return Collections.unmodifiableSet(open);
    }
}
