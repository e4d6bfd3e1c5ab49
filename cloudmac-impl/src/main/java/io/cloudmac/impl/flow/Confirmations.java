// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.flow;

import io.cloudmac.impl.core.EventLoop;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.opendaylight.yangtools.concepts.Registration;

/**
 * Waits until switches show flow rules. After each write, and while somebody waits, it reads back at growing intervals
 * the switches with these rules, and no others. A switch that does not answer delays only those who need a rule of it.
 * Use it on the event loop.
 */
final class Confirmations {
    /** Greatest time that flow rules take from the datastore into the switches. */
    static final Duration LIMIT = Duration.ofSeconds(2);
    /** Time limit of a caller that waits. */
    static final Duration WAIT_LIMIT = LIMIT.multipliedBy(2);

    private static final Duration FIRST_PAUSE = Duration.ofMillis(5);

    /** The flow tables of the switches. */
    interface SwitchTables {
        /** Starts to read switches back. */
        void readBack(Set<String> nodes);

        /** Returns those of some flow rules, named by node id and rule id, that connected switches lack. */
        List<FlowStatus> unconfirmed(Map<String, Set<String>> rules);
    }

    /** A caller that waits for flow rules. */
    private record Waiter(CompletableFuture<Void> future, Map<String, Set<String>> rules) {
    }

    private final List<Waiter> waiters = new ArrayList<>();
    /** When each switch was written that was written within the last {@link #LIMIT}, ns. */
    private final Map<String, Long> writtenAt = new HashMap<>();
    private final EventLoop loop;
    private final long startedAt;
    private final SwitchTables switches;
    private Duration pause = FIRST_PAUSE;
    private Registration next = () -> { };
    private boolean scheduled;
    /** When the scheduled read-back is due on the clock of the event loop, ns. */
    private long nextAt;

    Confirmations(final EventLoop loop, final SwitchTables switches) {
        this.loop = loop;
        this.switches = switches;
        startedAt = loop.nanoTime();
    }

    /** Records that flow rules of some switches were written now. */
    void onWritten(final Set<String> nodes) {
        nodes.forEach(node -> writtenAt.put(node, loop.nanoTime()));
        readBackSoon();
    }

    /**
     * Returns true if {@link #LIMIT} has passed since a switch was written, and since the start. Its missing rules are
     * then not on their way.
     */
    boolean hasLimitPassed(final String node) {
        return loop.nanoTime() - writtenAt.getOrDefault(node, startedAt) > LIMIT.toNanos();
    }

    /**
     * Reads back the switches to which some flow rules were sent directly. Returns a stage that completes when the
     * switches have shown all the rules, named by node id and rule id, but not before a read-back. A rule that the last
     * read-back showed counts as confirmed. A rule that is no longer planned does not matter. The stage fails after
     * {@link #WAIT_LIMIT}.
     */
    CompletionStage<Void> await(final Map<String, Set<String>> rules, final Set<String> sentTo) {
        final Waiter waiter = new Waiter(new CompletableFuture<>(), rules);
        waiters.add(waiter);
        final Registration timeout = loop.schedule(WAIT_LIMIT, () -> end(waiter));
        switches.readBack(sentTo);
        readBackSoon();
        waiter.future().whenComplete((done, failure) -> timeout.close());
        return waiter.future();
    }

    /** Returns the switches that lack a rule of a caller. */
    private Set<String> nodesWithout(final Waiter waiter) {
        return switches.unconfirmed(waiter.rules()).stream().map(FlowStatus::node).collect(Collectors.toSet());
    }

    /** Schedules a read-back after the first pause, also if one is due later: its pause has grown for others. */
    private void readBackSoon() {
        pause = FIRST_PAUSE;
        if (!scheduled || nextAt - loop.nanoTime() > pause.toNanos()) {
            scheduleReadBack();
        }
    }

    private void scheduleReadBack() {
        next.close();
        scheduled = true;
        nextAt = loop.nanoTime() + pause.toNanos();
        next = loop.schedule(pause, this::readBack);
    }

    private void readBack() {
        scheduled = false;
        writtenAt.keySet().removeIf(this::hasLimitPassed);
        endWaits(waiter -> true);
        final Set<String> nodes = new TreeSet<>(writtenAt.keySet());
        waiters.forEach(waiter -> nodes.addAll(nodesWithout(waiter)));
        switches.readBack(nodes);
        pause = pause.multipliedBy(2);
        if (!waiters.isEmpty() || !writtenAt.isEmpty()) {
            scheduleReadBack();
        }
    }

    /** Records a read-back of a switch. */
    void onReadBack(final String node) {
        endWaits(waiter -> waiter.rules().containsKey(node));
    }

    /** Ends the waits, among some, whose rules are all confirmed. */
    private void endWaits(final Predicate<Waiter> among) {
        List.copyOf(waiters).stream()
            .filter(waiter -> among.test(waiter) && switches.unconfirmed(waiter.rules()).isEmpty())
            .forEach(this::end);
    }

    private void end(final Waiter waiter) {
        waiters.remove(waiter);
        final List<FlowStatus> missing = switches.unconfirmed(waiter.rules());
        if (missing.isEmpty()) {
            waiter.future().complete(null);
        } else {
            final FlowStatus first = missing.get(0);
            waiter.future().completeExceptionally(new TimeoutException(missing.size()
                + " flow rules are missing, for example " + first.node() + " " + first.rule().match()));
        }
    }
}
