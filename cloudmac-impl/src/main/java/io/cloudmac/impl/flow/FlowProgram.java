// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.flow;

import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.opendaylight.yangtools.concepts.Registration;

/** Keeps the flow rules of the switches. */
public interface FlowProgram {
    /**
     * The counters of all meters of one kind at a switch.
     *
     * @param node node id of the switch
     * @param meter the kind of meter
     * @param passed number of frames that reached the controller
     * @param dropped number of frames above the limit
     */
    record MeterCount(String node, Meter meter, long passed, long dropped) {
        /** Adds the counters of another meter of the same kind and switch. */
        MeterCount plus(final MeterCount other) {
            return new MeterCount(node, meter, passed + other.passed, dropped + other.dropped);
        }
    }

    /**
     * Computes the flow rules of the present assignment, and waits for them. Call it on the event loop.
     *
     * @return completes once every connected switch shows all its rules, except rules that it has refused for some
     *     time; fails after a time limit, with a message that names a missing rule
     */
    CompletionStage<Void> confirmed();

    /** Returns all planned flow rules and their state. The rules of disconnected switches are pending. */
    List<FlowStatus> status();

    /** Returns the counters of the meters of all connected switches. */
    Collection<MeterCount> meters();

    /** Registers a task that runs on the event loop after each read-back and each change of {@link #status}. */
    Registration listenToStatus(Runnable listener);
}
