// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.steering;

import io.cloudmac.impl.learned.Client;
import io.cloudmac.impl.wire.Mac;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.opendaylight.yangtools.concepts.Registration;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** Keeps the last decisions on where stations are served, also those before a restart. Thread-safe. */
@Component(service = SteeringLog.class)
public final class SteeringLog {
    /**
     * A decision on where a station is served.
     *
     * @param number sequence number, which goes on after a restart of the controller
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

    /** Number of decisions in the published state. */
    private static final int SHOWN = 256;

    private final List<Consumer<LoggedDecision>> listeners = new CopyOnWriteArrayList<>();
    private final DecisionHistory history;
    private DecisionMemory memory = new DecisionMemory();
    private long number;

    /** Starts with the decisions of a history, which appear when they have been read. */
    @Activate
    public SteeringLog(@Reference final DecisionHistory history) {
        this.history = history;
        number = history.lastNumber();
        history.read(this::precede);
    }

    /** Creates an empty log in memory only. */
    public SteeringLog() {
        this(DecisionHistory.NONE);
    }

    /** Adds a decision, and passes it to the listeners. */
    public synchronized void add(final Client client, final Mac from, final Mac to, final SteeringTrigger trigger,
            final SteeringResult result) {
        final LoggedDecision decision = new LoggedDecision(++number, Instant.now(), client, from, to, trigger, result);
        memory.add(decision);
        history.save(decision);
        listeners.forEach(listener -> listener.accept(decision));
    }

    private synchronized void precede(final List<LoggedDecision> earlier) {
        final DecisionMemory both = new DecisionMemory();
        earlier.forEach(both::add);
        memory.all().forEach(both::add);
        memory = both;
    }

    /** Registers a listener for each decision. It runs on the thread that calls {@link #add} and must not block. */
    public Registration listen(final Consumer<LoggedDecision> listener) {
        listeners.add(listener);
        return () -> listeners.remove(listener);
    }

    /** Returns the decisions that the state shows, oldest first. */
    public synchronized List<LoggedDecision> decisions() {
        return memory.latest(SHOWN);
    }

    /** Returns all decisions, oldest first. */
    public synchronized List<LoggedDecision> all() {
        return memory.all();
    }

    /** Returns the number of decisions since the start that could not be stored. */
    public long unsaved() {
        return history.unsaved();
    }
}
