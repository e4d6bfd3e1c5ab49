// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.wtp;

import io.cloudmac.impl.admission.SessionRecorder;
import io.cloudmac.impl.alarms.AlarmBoard;
import io.cloudmac.impl.alarms.AlarmType;
import io.cloudmac.impl.session.SessionState;
import io.cloudmac.impl.wire.Mac;
import io.cloudmac.impl.wtp.AgentInfo.Wired;
import io.cloudmac.impl.wtp.SessionContext.SessionPublisher;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.opendaylight.yangtools.concepts.Registration;

/** Keeps the set of sessions that are up, and passes all changes on. Raises alarms about what agents report. */
final class OpenSessions implements SessionPublisher {
    /** What every link needs that carries CloudMAC's frames, octets. */
    static final int LEAST_MTU = 1700;

    private final Set<Mac> open = ConcurrentHashMap.newKeySet();
    private final List<Consumer<Mac>> listeners = new CopyOnWriteArrayList<>();
    private final SessionRecorder recorder;
    private final SessionPublisher next;
    private final AlarmBoard alarms;

    OpenSessions(final SessionRecorder recorder, final SessionPublisher next, final AlarmBoard alarms) {
        this.recorder = recorder;
        this.next = next;
        this.alarms = alarms;
    }

    @Override
    public void publish(final Mac wtp, final SessionStatus status) {
        if (status.state() == SessionState.UP) {
            status.info().ifPresent(info -> checkMtu(wtp, info));
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

    private void checkMtu(final Mac wtp, final AgentInfo info) {
        info.wired().stream().filter(wired -> wired.mtu() < LEAST_MTU).min(Comparator.comparingInt(Wired::mtu))
            .ifPresentOrElse(wired -> alarms.raise(AlarmType.MTU_TOO_SMALL, "wtp/" + wtp, "interface "
                + wired.ifname() + " has an MTU of " + wired.mtu() + ", and at least " + LEAST_MTU + " is needed"),
                () -> alarms.clear(AlarmType.MTU_TOO_SMALL, "wtp/" + wtp));
    }

    @Override
    public void remove(final Mac wtp) {
        alarms.clear(AlarmType.MTU_TOO_SMALL, "wtp/" + wtp);
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
