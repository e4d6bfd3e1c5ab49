// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.flow;

import com.google.common.util.concurrent.FutureCallback;
import com.google.common.util.concurrent.Futures;
import com.google.common.util.concurrent.ListenableFuture;
import io.cloudmac.impl.core.EventLoop;
import io.cloudmac.impl.flow.SwitchFlows.ReportedRule;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Commands that go directly to a switch: new rules before the datastore has them, and repairs. The forwarding-rules
 * manager of OpenDaylight sends the new rules again, without an effect. Use it on the event loop.
 */
final class DirectRules {
    private static final Logger LOG = LoggerFactory.getLogger(DirectRules.class);

    private final NewRules newRules = new NewRules(Confirmations.LIMIT);
    /** The rules that were sent since the last write of their switch, by node id and rule id. */
    private final Map<String, Map<String, Rule>> unwritten = new HashMap<>();
    private final SwitchFlows switches;
    private final EventLoop loop;
    private final RuleAnswers answers;

    /** The receiver of answers to rules. */
    interface RuleAnswers {
        /** Handles an answer: the reason of a refusal; empty if the switch has accepted the rule. */
        void onAnswer(String node, Rule rule, String error);
    }

    /**
     * Starts without commands.
     *
     * @param answers receives what a switch answers to a rule
     */
    DirectRules(final SwitchFlows switches, final EventLoop loop, final RuleAnswers answers) {
        this.switches = switches;
        this.answers = answers;
        this.loop = loop;
    }

    /** Records a plan, as {@link NewRules#onPlan}. */
    void onPlan(final Map<String, Map<String, Rule>> before, final Map<String, Map<String, Rule>> now,
            final BiPredicate<String, String> installed) {
        newRules.onPlan(before, now, loop.nanoTime(), installed);
        unwritten.keySet().retainAll(now.keySet());
    }

    /** Records that a switch was read back, as {@link NewRules#onReadBack}. */
    void onReadBack(final String node, final List<ReportedRule> table) {
        newRules.onReadBack(node, table);
    }

    /**
     * Sends the new ones of some rules.
     *
     * @param rules the rule ids by node id
     * @param plan the planned rules
     * @param connected the node ids of the connected switches
     * @return the ids of the sent rules by node id, of switches with at least one
     */
    Map<String, Set<String>> sendNew(final Map<String, Set<String>> rules,
            final Map<String, Map<String, Rule>> plan, final Set<String> connected) {
        final Map<String, Set<String>> sent = new HashMap<>();
        rules.forEach((node, ids) -> {
            final Set<String> found = connected.contains(node) ? newRules.removeNew(node, ids) : Set.of();
            if (!found.isEmpty()) {
                sent.put(node, found);
                found.forEach(id -> {
                    final Rule rule = plan.get(node).get(id);
                    unwritten.computeIfAbsent(node, key -> new HashMap<>()).put(id, rule);
                    add(node, rule);
                });
            }
        });
        return sent;
    }

    /**
     * Records that the datastore is written. Removes the rules that were sent and then dropped: the datastore has never
     * had them, so nothing else removes them soon.
     *
     * @param changed the planned rules of the switches that are written
     */
    void onWrite(final Map<String, Map<String, Rule>> changed) {
        changed.forEach((node, rules) -> {
            final Map<String, Rule> sent = unwritten.remove(node);
            if (sent != null) {
                sent.keySet().removeAll(rules.keySet());
                sent.values().forEach(rule -> command(node, () -> switches.remove(node, rule)));
            }
        });
    }

    /** Sends a rule to a switch. */
    void add(final String node, final Rule rule) {
        command(node, () -> switches.add(node, rule), error -> answers.onAnswer(node, rule, error));
    }

    /** Removes a rule that a switch has reported. */
    void remove(final String node, final ReportedRule reported) {
        command(node, () -> switches.remove(node, reported.report()));
    }

    private void command(final String node, final Supplier<ListenableFuture<String>> command) {
        command(node, command, error -> { });
    }

    /** Sends a command, and logs a refusal. The plugin throws if it has no session with the switch. */
    @SuppressWarnings("checkstyle:IllegalCatch")
    private void command(final String node, final Supplier<ListenableFuture<String>> command,
            final Consumer<String> answer) {
        final ListenableFuture<String> result;
        try {
            result = command.get();
        } catch (final RuntimeException e) {
            LOG.debug("Cannot send a flow rule to {}", node, e);
            return;
        }
        Futures.addCallback(result, new FutureCallback<String>() {
            @Override
            public void onSuccess(final String error) {
                answer.accept(error);
                if (!error.isEmpty()) {
                    LOG.warn("{} refused a flow rule: {}", node, error);
                }
            }

            @Override
            public void onFailure(final Throwable cause) {
                LOG.warn("Cannot send a flow rule to {}", node, cause);
            }
        }, loop);
    }
}
