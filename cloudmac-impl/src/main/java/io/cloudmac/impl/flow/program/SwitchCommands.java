// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.flow.program;

import com.google.common.util.concurrent.FutureCallback;
import com.google.common.util.concurrent.Futures;
import com.google.common.util.concurrent.ListenableFuture;
import io.cloudmac.impl.core.EventLoop;
import io.cloudmac.impl.flow.model.ReportedRule;
import io.cloudmac.impl.flow.model.Rule;
import io.cloudmac.impl.flow.model.RuleDelta;
import java.util.Collection;
import java.util.Comparator;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends commands to the switches: rules, deletions and barriers. A change goes to a switch in one piece. New rules come
 * first, those of later tables before those that continue there, so that every frame has a rule at any time; then
 * deletions, in the reverse order; then a barrier. When the switch answers the barrier, it has accepted each command
 * that it has not refused. No command waits for another switch. Use it on the event loop.
 */
final class SwitchCommands {
    private static final Logger LOG = LoggerFactory.getLogger(SwitchCommands.class);

    private static final Comparator<Rule> LATER_TABLES_FIRST = Comparator.comparingInt(Rule::table).reversed();

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
    SwitchCommands(final SwitchFlows switches, final SwitchSessions sessions, final EventLoop loop,
            final RuleAnswers answers) {
        this.switches = switches;
        this.sessions = sessions;
        this.answers = answers;
        this.loop = loop;
    }

    /** Returns the record of what was sent. */
    SentRules sent() {
        return sent;
    }

    /**
     * Sends a change to a switch.
     *
     * @param meters the numbers of meters to delete: no rule uses them after the change
     */
    void send(final String node, final RuleDelta.Change change, final Set<Integer> meters) {
        change.put().values().stream().sorted(LATER_TABLES_FIRST).forEach(rule -> add(node, rule));
        change.removed().values().stream().sorted(LATER_TABLES_FIRST.reversed()).forEach(rule -> {
            sent.onSent(node, rule.cookie());
            command(node, "delete rule", rule.match(), () -> switches.remove(node, rule), error -> { });
        });
        removeMeters(node, meters);
        barrier(node);
    }

    /** Sends rules that a switch lacks, and deletes those that it should not have. */
    void repair(final String node, final Collection<Rule> missing, final Collection<ReportedRule> stale) {
        missing.forEach(rule -> add(node, rule));
        stale.forEach(reported -> {
            sent.onSent(node, reported.cookie());
            command(node, "delete stale rule with actions", reported.actions(),
                () -> switches.remove(node, reported.report()), error -> { });
        });
        barrier(node);
    }

    /** Deletes meters of a switch. */
    void removeMeters(final String node, final Set<Integer> numbers) {
        numbers.forEach(number ->
            command(node, "delete meter", number, () -> switches.removeMeter(node, number), error -> { }));
    }

    private void add(final String node, final Rule rule) {
        sent.onSent(node, rule.cookie());
        command(node, "add rule", rule.match(), () -> switches.add(node, rule),
            error -> answers.onAnswer(node, rule, error));
    }

    private void barrier(final String node) {
        command(node, "answer", "a barrier", () -> switches.barrier(node), error -> { });
    }

    /**
     * Sends a command, and logs a refusal. The plugin throws if it has no session with the switch. An answer of an
     * earlier session is ignored, because the next session sends the rules again.
     *
     * @param verb what the switch does, for the log
     * @param what to which object
     */
    @SuppressWarnings("checkstyle:IllegalCatch")
    private void command(final String node, final String verb, final Object what,
            final Supplier<ListenableFuture<String>> command, final Consumer<String> answer) {
        final long session = sessions.number(node);
        final ListenableFuture<String> result;
        try {
            result = command.get();
        } catch (final RuntimeException e) {
            LOG.debug("{}: cannot send the command to {} {}", node, verb, what, e);
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
                    LOG.warn("{} refused to {} {}: {}", node, verb, what, error);
                }
            }

            @Override
            public void onFailure(final Throwable cause) {
                if (sessions.isOpen(node, session)) {
                    LOG.warn("{} did not answer the command to {} {}", node, verb, what, cause);
                }
            }
        }, loop);
    }
}
