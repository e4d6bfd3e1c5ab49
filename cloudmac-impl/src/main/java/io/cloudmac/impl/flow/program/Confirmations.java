// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.flow.program;

import io.cloudmac.impl.core.EventLoop;
import io.cloudmac.impl.flow.FlowStatus;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.stream.Stream;
import org.opendaylight.yangtools.concepts.Registration;

/**
 * Waits until switches have flow rules: until they have answered the barrier after a rule without an error, or have
 * shown the rule. A switch that does not answer delays only those who need a rule of it. Use it on the event loop.
 */
final class Confirmations {
    /** Time limit of a caller that waits. */
    static final Duration WAIT_LIMIT = Duration.ofSeconds(4);

    /** A caller that waits for flow rules. */
    private record Waiter(CompletableFuture<Void> future, Map<String, Set<String>> rules) {
    }

    private final List<Waiter> waiters = new ArrayList<>();
    private final EventLoop loop;
    private final Function<Map<String, Set<String>>, Stream<FlowStatus>> unconfirmed;

    /**
     * Starts without callers.
     *
     * @param unconfirmed returns the given flow rules, named by node id and rule id, that connected switches lack
     */
    Confirmations(final EventLoop loop,
            final Function<Map<String, Set<String>>, Stream<FlowStatus>> unconfirmed) {
        this.loop = loop;
        this.unconfirmed = unconfirmed;
    }

    /**
     * Returns a stage that completes when the switches have all the rules, named by node id and rule id. A rule that is
     * no longer planned does not matter. The stage fails after {@link #WAIT_LIMIT}.
     */
    CompletionStage<Void> await(final Map<String, Set<String>> rules) {
        final Waiter waiter = new Waiter(new CompletableFuture<>(), rules);
        waiters.add(waiter);
        final Registration timeout = loop.schedule(WAIT_LIMIT, () -> end(waiter));
        waiter.future().whenComplete((done, failure) -> timeout.close());
        endIfConfirmed(waiter);
        return waiter.future();
    }

    /**
     * Ends the waits whose rules are all confirmed. Call it after a switch has answered or disconnected, once for many
     * answers: it looks at all rules that the callers wait for.
     */
    void onChange(final String node) {
        List.copyOf(waiters).stream().filter(waiter -> waiter.rules().containsKey(node))
            .forEach(this::endIfConfirmed);
    }

    private void endIfConfirmed(final Waiter waiter) {
        if (unconfirmed.apply(waiter.rules()).findFirst().isEmpty()) {
            end(waiter);
        }
    }

    private void end(final Waiter waiter) {
        waiters.remove(waiter);
        final List<FlowStatus> missing = unconfirmed.apply(waiter.rules()).toList();
        if (missing.isEmpty()) {
            waiter.future().complete(null);
        } else {
            final FlowStatus first = missing.get(0);
            waiter.future().completeExceptionally(new TimeoutException(missing.size()
                + " flow rules are missing, for example " + first.node() + " " + first.rule().match()));
        }
    }
}
