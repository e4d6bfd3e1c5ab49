// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.flow;

import com.google.common.util.concurrent.FutureCallback;
import com.google.common.util.concurrent.Futures;
import com.google.common.util.concurrent.ListenableFuture;
import io.cloudmac.impl.core.EventLoop;
import io.cloudmac.impl.flow.SwitchFlows.ReportedRule;
import java.util.Collection;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Commands to the switches. The rules of a change go to a switch in one piece: first the new ones, so that every frame
 * has a rule at any time, then the deletions, then a barrier, whose answer ends the wait for errors. A switch that does
 * not answer delays nobody. Use it on the event loop.
 */
final class DirectRules {
    private static final Logger LOG = LoggerFactory.getLogger(DirectRules.class);

    private final SentRules sent = new SentRules();
    private final SwitchFlows switches;
    private final SwitchSessions sessions;
    private final EventLoop loop;
    private final RuleAnswers answers;

    /** The receiver of answers to rules. */
    interface RuleAnswers {
        /**
         * Handles an answer in the session in which the rule was sent.
         *
         * @param error the reason of a refusal; empty if the switch has accepted the rule
         */
        void onAnswer(String node, Rule rule, String error);
    }

    /**
     * Starts without commands.
     *
     * @param answers receives what a switch answers to a rule
     */
    DirectRules(final SwitchFlows switches, final SwitchSessions sessions, final EventLoop loop,
            final RuleAnswers answers) {
        this.switches = switches;
        this.sessions = sessions;
        this.answers = answers;
        this.loop = loop;
    }

    /** Returns the rules that were sent. */
    SentRules sent() {
        return sent;
    }

    /**
     * Sends a change to a switch.
     *
     * @param meters the numbers of meters to delete: no rule uses them after the change
     */
    void send(final String node, final RuleDelta.Change change, final Set<Integer> meters) {
        change.put().values().forEach(rule -> add(node, rule));
        change.removed().values().forEach(rule -> {
            sent.onSent(node, rule.cookie());
            command(node, rule.match(), () -> switches.remove(node, rule), error -> { });
        });
        removeMeters(node, meters);
        barrier(node);
    }

    /** Sends rules that a switch lacks, and deletes those that it should not have. */
    void repair(final String node, final Collection<Rule> missing, final Collection<ReportedRule> stale) {
        missing.forEach(rule -> add(node, rule));
        stale.forEach(reported -> {
            sent.onSent(node, reported.cookie());
            command(node, reported.actions(), () -> switches.remove(node, reported.report()), error -> { });
        });
        barrier(node);
    }

    /** Deletes meters of a switch. */
    void removeMeters(final String node, final Set<Integer> numbers) {
        numbers.forEach(number ->
            command(node, "deletion of meter " + number, () -> switches.removeMeter(node, number), error -> { }));
    }

    private void add(final String node, final Rule rule) {
        sent.onSent(node, rule.cookie());
        command(node, rule.match(), () -> switches.add(node, rule), error -> answers.onAnswer(node, rule, error));
    }

    private void barrier(final String node) {
        command(node, "barrier", () -> switches.barrier(node), error -> { });
    }

    /**
     * Sends a command, and logs a refusal. The plugin throws if it has no session with the switch. An answer after the
     * end of the session counts for nothing: the rules are sent again in the next one.
     *
     * @param what names the command in the log
     */
    @SuppressWarnings("checkstyle:IllegalCatch")
    private void command(final String node, final Object what, final Supplier<ListenableFuture<String>> command,
            final Consumer<String> answer) {
        final long session = sessions.number(node);
        final ListenableFuture<String> result;
        try {
            result = command.get();
        } catch (final RuntimeException e) {
            LOG.debug("{}: cannot send {}", node, what, e);
            return;
        }
        Futures.addCallback(result, new FutureCallback<String>() {
            @Override
            public void onSuccess(final String error) {
                if (!sessions.isOpen(node, session)) {
                    return;
                }
                answer.accept(error);
                if (!error.isEmpty()) {
                    LOG.warn("{} refused {}: {}", node, what, error);
                }
            }

            @Override
            public void onFailure(final Throwable cause) {
                if (sessions.isOpen(node, session)) {
                    LOG.warn("{} has not answered {}", node, what, cause);
                }
            }
        }, loop);
    }
}
