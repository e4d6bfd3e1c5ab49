// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.flow;

import io.cloudmac.impl.flow.FlowStatus.RuleState;
import io.cloudmac.impl.flow.model.Meter;
import io.cloudmac.impl.learned.Client;
import io.cloudmac.impl.learned.StationKey;
import io.cloudmac.impl.topology.PortId;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
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
        public MeterCount plus(final MeterCount other) {
            return new MeterCount(node, meter, passed + other.passed, dropped + other.dropped);
        }
    }

    /**
     * A rule whose state may have changed.
     *
     * @param node node id of the switch
     * @param id the rule's id
     * @param status the present state; empty if the rule is not planned any more
     */
    record RuleChange(String node, String id, Optional<FlowStatus> status) {
    }

    /**
     * A wait for the flow rules of stations and virtual stations.
     *
     * @param clients stations and virtual stations whose hosts and WTPs the same switches connect
     * @param done completes once these switches have the rules of the stations and of the group frames of their VAPs.
     *     Waits for no disconnected switch, and for no rule that a switch has refused for some time. Fails after a time
     *     limit, with a message that names a missing rule
     */
    record Confirmation<C extends Client>(Set<C> clients, CompletionStage<Void> done) {
        /** Returns a stage that completes once all of these waits have completed, and fails if one fails. */
        public static CompletionStage<Void> all(final Collection<? extends Confirmation<?>> confirmations) {
            return CompletableFuture.allOf(confirmations.stream()
                .map(confirmation -> confirmation.done().toCompletableFuture()).toArray(CompletableFuture[]::new));
        }
    }

    /**
     * Computes the flow rules of the present assignment, and waits until the switches have the rules of these clients.
     * Only switches between a client's host and its WTPs can delay it. Call it on the event loop.
     *
     * @return one wait for each set of switches; together they have all clients
     */
    <C extends Client> List<Confirmation<C>> confirm(Set<C> clients);

    /**
     * Computes the flow rules, and waits until the switches have some of them. Call it on the event loop.
     *
     * @param rules the ids of the rules by the node id of their switch
     * @return completes once the connected switches have them; fails after a time limit, with a message that names a
     *     missing rule. A rule that is not planned does not matter
     */
    CompletionStage<Void> confirmRules(Map<String, Set<String>> rules);

    /**
     * Returns true if the switches have all of some rules. Call it on the event loop.
     *
     * @param rules the ids of the rules by the node id of their switch
     */
    boolean isInstalled(Map<String, Set<String>> rules);

    /**
     * Records that a copy of a bound station's frame, from a WTP that does not serve it, came to a switch without a
     * rule for it. The switch gets one soon. Call it on the event loop.
     *
     * @param port where the copy came in
     */
    void onCopy(StationKey station, PortId port);

    /**
     * Ends the session of a switch, even if the topology still shows the switch or shows it again: its rules are read
     * back before they count as installed. Call it on the event loop.
     *
     * @param node node id of the switch
     */
    void onSessionEnded(String node);

    /**
     * Takes the rules whose state may have changed since they were taken last, and forgets that they have. Only the
     * publisher of the state takes them, on the event loop.
     *
     * @param most the greatest number of rules; the others wait for the next call, and come first there
     */
    List<RuleChange> takeChanges(int most);

    /**
     * Returns the planned rules of a switch and their state. The rules of a disconnected switch are pending. Call it on
     * the event loop.
     */
    Collection<FlowStatus> rulesAt(String node);

    /**
     * Returns the state of a rule that lets a station's frames from a port through to its VAP; pending if there is
     * none. Call it on the event loop.
     */
    RuleState uplinkState(StationKey station, PortId port);

    /**
     * Returns true if the switches have shown that their rules let frames of a station through to its VAP. Call it on
     * the event loop.
     */
    boolean hasForwarded(StationKey station);

    /** Returns the counters of the meters of all connected switches. */
    Collection<MeterCount> meters();

    /** Registers a task that runs on the event loop after read-backs and changes of the plan. */
    Registration listenToStatus(Runnable listener);
}
