// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.binding;

import io.cloudmac.impl.core.EventLoop;
import io.cloudmac.impl.learned.Learned.KnownVirtualStation;
import io.cloudmac.impl.learned.LearnedStore;
import io.cloudmac.impl.wire.Mac;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.opendaylight.yangtools.concepts.Registration;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;

/**
 * Stores which WTP serves each virtual station, so that a new controller computes the same flow rules at once. It
 * repeats a write that failed.
 */
@Component(service = {}, immediate = true)
public final class VirtualStationRecorder {
    static final Duration RETRY_DELAY = Duration.ofSeconds(1);

    private final EventLoop loop;
    private final AssignmentSource assignments;
    private final LearnedStore learned;
    /** The virtual stations that the datastore has committed. */
    private final Map<Mac, KnownVirtualStation> stored;
    /** The virtual stations with a write under way, or with a failed one that will be repeated. */
    private final Set<Mac> writing = new HashSet<>();
    private final Registration registration;
    private boolean closed;

    /** Registers for changes of the assignment. */
    @Activate
    public VirtualStationRecorder(@Reference final EventLoop loop, @Reference final AssignmentSource assignments,
            @Reference final LearnedStore learned) {
        this.loop = loop;
        this.assignments = assignments;
        this.learned = learned;
        stored = new HashMap<>(learned.learned().virtualStations());
        registration = assignments.listen(() -> loop.execute(this::update));
    }

    @Deactivate
    void close() {
        registration.close();
        loop.execute(() -> closed = true);
    }

    private void update() {
        final Set<Mac> all = new HashSet<>(stored.keySet());
        all.addAll(assignments.assignment().virtualStations().keySet());
        all.stream().filter(station -> !served(station).equals(Optional.ofNullable(stored.get(station))))
            .forEach(this::write);
    }

    /** Returns what to store for a virtual station; empty if no WTP serves it. */
    private Optional<KnownVirtualStation> served(final Mac address) {
        return Optional.ofNullable(assignments.assignment().virtualStations().get(address))
            .flatMap(station -> station.service()
                .map(service -> new KnownVirtualStation(station.port(), service.downlink())));
    }

    private void write(final Mac station) {
        if (closed || !writing.add(station)) {
            return;
        }
        final Optional<KnownVirtualStation> now = served(station);
        now.map(known -> learned.putVirtualStation(station, known))
            .orElseGet(() -> learned.removeVirtualStation(station))
            .whenCompleteAsync((done, failure) -> onWritten(station, now, failure), loop);
    }

    private void onWritten(final Mac station, final Optional<KnownVirtualStation> written, final Throwable failure) {
        if (failure != null) {
            // A failed commit may have stored the value, so the next write must not depend on the last stored one.
            loop.schedule(RETRY_DELAY, () -> {
                writing.remove(station);
                write(station);
            });
            return;
        }
        writing.remove(station);
        written.ifPresentOrElse(known -> stored.put(station, known), () -> stored.remove(station));
        if (!served(station).equals(written)) {
            write(station);
        }
    }
}
