// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.flow;

import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.opendaylight.yangtools.concepts.Registration;

/** The rules in the switches. */
public interface FlowProgram {
    /**
     * What the meters of a kind have counted at a switch.
     *
     * @param node the switch
     * @param meter which kind
     * @param passed frames that reached the controller
     * @param dropped frames above the limit
     */
    record MeterCount(String node, Meter meter, long passed, long dropped) {
        /** With what another meter of the same kind has counted at the same switch. */
        MeterCount plus(final MeterCount other) {
            return new MeterCount(node, meter, passed + other.passed, dropped + other.dropped);
        }
    }

    /**
     * Has the rules computed from what is assigned now, and waits for them.
     * To be called on the event loop.
     *
     * @return completes when every connected switch has been read back with
     *     all its rules, but for those that it has not taken for a while; fails
     *     with an exception whose message says what is missing, where that takes
     *     too long
     */
    CompletionStage<Void> confirmed();

    /** All rules that are wanted, with their state. */
    List<FlowStatus> status();

    /** What the meters of the connected switches have counted. */
    Collection<MeterCount> meters();

    /** Has a task run on the event loop after each read-back. */
    Registration listenToStatus(Runnable readBack);
}
