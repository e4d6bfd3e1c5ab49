// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.trigger;

import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import org.opendaylight.yangtools.concepts.Registration;

/** The events of triggers. All methods are thread-safe. */
public interface TriggerEvents {
    /**
     * An event of a tenant.
     *
     * @param number number in the controller's log, from 1
     * @param event the event
     */
    record LoggedEvent(long number, TriggerEvent event) {
    }

    /**
     * Some events of a tenant.
     *
     * @param log the controller's log, a random number
     * @param newest number of the tenant's newest event; 0 if there is none
     * @param events events without gaps, oldest first
     */
    record EventPage(long log, long newest, List<LoggedEvent> events) {
        /** Creates a page. */
        public EventPage {
            events = List.copyOf(events);
        }
    }

    /**
     * Reads the oldest events of a tenant after a number.
     *
     * @param log the log that {@code after} is of; empty, or another log than the present one: all events are read
     * @param after number of the last known event
     * @param wait how long to wait for an event if there is none
     */
    CompletionStage<EventPage> read(String tenant, OptionalLong log, long after, Duration wait);

    /** Passes on each new event, on the event loop, before its node may forget it. */
    Registration listen(Consumer<TriggerEvent> listener);
}
