// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.contact;

import io.cloudmac.impl.contact.Decision.Input;
import io.cloudmac.impl.contact.Decision.Outcome;
import io.cloudmac.impl.contact.Decision.Reason;
import io.cloudmac.impl.learned.StationKey;
import io.cloudmac.impl.wire.Mac;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.osgi.service.component.annotations.Component;

/** The last decisions. From any thread. */
@Component(service = SteeringLog.class)
public final class SteeringLog {
    private static final int KEPT = 256;

    private final Deque<Decision> decisions = new ArrayDeque<>();
    private long number;

    /** Enters a decision. */
    public synchronized void add(final StationKey station, final Mac from, final Mac to, final Reason reason,
            final Outcome outcome, final String error, final List<Input> inputs) {
        decisions.addLast(new Decision(++number, Instant.now(), station, from, to, reason, outcome, error, inputs));
        if (decisions.size() > KEPT) {
            decisions.removeFirst();
        }
    }

    /** The decisions, oldest first. */
    public synchronized List<Decision> decisions() {
        return List.copyOf(decisions);
    }
}
