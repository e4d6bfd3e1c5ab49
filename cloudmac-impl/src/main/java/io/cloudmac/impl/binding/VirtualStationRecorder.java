// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.binding;

import io.cloudmac.impl.core.EventLoop;
import io.cloudmac.impl.learned.Learned.KnownVirtualStation;
import io.cloudmac.impl.learned.LearnedStore;
import io.cloudmac.impl.wire.Mac;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.opendaylight.yangtools.concepts.Registration;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;

/** Stores which WTP serves each virtual station, so that a new controller computes the same flow rules at once. */
@Component(service = {}, immediate = true)
public final class VirtualStationRecorder {
    private final AssignmentSource assignments;
    private final LearnedStore learned;
    /** What has been stored or is being stored. */
    private final Map<Mac, KnownVirtualStation> stored;
    private final Registration registration;

    /** Registers for changes of the assignment. */
    @Activate
    public VirtualStationRecorder(@Reference final EventLoop loop, @Reference final AssignmentSource assignments,
            @Reference final LearnedStore learned) {
        this.assignments = assignments;
        this.learned = learned;
        stored = new HashMap<>(learned.learned().virtualStations());
        registration = assignments.listen(() -> loop.execute(this::update));
    }

    @Deactivate
    void close() {
        registration.close();
    }

    private void update() {
        final Map<Mac, KnownVirtualStation> now = new HashMap<>();
        assignments.assignment().virtualStations().forEach((address, station) -> station.service().ifPresent(
            service -> now.put(address, new KnownVirtualStation(station.port(), service.downlink()))));
        now.forEach((address, known) -> {
            if (!known.equals(stored.put(address, known))) {
                learned.putVirtualStation(address, known);
            }
        });
        final Set<Mac> gone = new HashSet<>(stored.keySet());
        gone.removeAll(now.keySet());
        gone.forEach(learned::removeVirtualStation);
        stored.keySet().removeAll(gone);
    }
}
