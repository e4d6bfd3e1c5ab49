// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.steering;

import io.cloudmac.impl.learned.StationKey;
import io.cloudmac.impl.wire.Mac;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.opendaylight.yangtools.concepts.Registration;
import org.osgi.service.component.annotations.Component;

/** The last decisions. From any thread. */
@Component(service = SteeringLog.class)
public final class SteeringLog {
    /**
     * A decision on where a station is served, with all that it was made of.
     *
     * @param number counted from the start of the controller
     * @param time when
     * @param station whose
     * @param from where it was served; null: nowhere
     * @param to where it was to be served; null: nowhere
     * @param grounds what it was made of
     * @param result what became of it
     */
    public record LoggedDecision(long number, Instant time, StationKey station, Mac from, Mac to, Grounds grounds,
            SteeringResult result) {
    }

    private static final int KEPT = 256;

    private final Deque<LoggedDecision> decisions = new ArrayDeque<>();
    private final List<Consumer<LoggedDecision>> listeners = new CopyOnWriteArrayList<>();
    private long number;

    /** Enters a decision. */
    public synchronized void add(final StationKey station, final Mac from, final Mac to, final Grounds grounds,
            final SteeringResult result) {
        final LoggedDecision decision = new LoggedDecision(++number, Instant.now(), station, from, to, grounds, result);
        decisions.addLast(decision);
        if (decisions.size() > KEPT) {
            decisions.removeFirst();
        }
        listeners.forEach(listener -> listener.accept(decision));
    }

    /** Told of each decision, on the thread that took it; must not block. */
    public Registration listen(final Consumer<LoggedDecision> listener) {
        listeners.add(listener);
        return () -> listeners.remove(listener);
    }

    /** The decisions, oldest first. */
    public synchronized List<LoggedDecision> decisions() {
        return List.copyOf(decisions);
    }
}
