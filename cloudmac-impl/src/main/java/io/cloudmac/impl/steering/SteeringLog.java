// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.steering;

import io.cloudmac.impl.learned.Client;
import io.cloudmac.impl.wire.Mac;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.opendaylight.yangtools.concepts.Registration;
import org.osgi.service.component.annotations.Component;

/** Keeps the last decisions on where stations are served. Thread-safe. */
@Component(service = SteeringLog.class)
public final class SteeringLog {
    /**
     * A decision on where a station is served.
     *
     * @param number sequence number since the start of the controller
     * @param time time of the decision
     * @param client the station or virtual station
     * @param from the WTP that served the station; null: none
     * @param to the WTP that the decision chose; null: none
     * @param trigger the reason, the signals and the thresholds
     * @param result whether the decision was carried out
     */
    public record LoggedDecision(long number, Instant time, Client client, Mac from, Mac to,
            SteeringTrigger trigger, SteeringResult result) {
    }

    private static final int KEPT = 256;

    private final Deque<LoggedDecision> decisions = new ArrayDeque<>();
    private final List<Consumer<LoggedDecision>> listeners = new CopyOnWriteArrayList<>();
    private long number;

    /** Adds a decision, and passes it to the listeners. */
    public synchronized void add(final Client client, final Mac from, final Mac to, final SteeringTrigger trigger,
            final SteeringResult result) {
        final LoggedDecision decision = new LoggedDecision(++number, Instant.now(), client, from, to, trigger, result);
        decisions.addLast(decision);
        if (decisions.size() > KEPT) {
            decisions.removeFirst();
        }
        listeners.forEach(listener -> listener.accept(decision));
    }

    /** Registers a listener for each decision. It runs on the thread that calls {@link #add} and must not block. */
    public Registration listen(final Consumer<LoggedDecision> listener) {
        listeners.add(listener);
        return () -> listeners.remove(listener);
    }

    /** Returns the decisions, oldest first. */
    public synchronized List<LoggedDecision> decisions() {
        return List.copyOf(decisions);
    }
}
