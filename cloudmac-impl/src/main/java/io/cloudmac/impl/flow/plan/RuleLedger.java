// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.flow.plan;

import io.cloudmac.impl.flow.model.Rule;
import io.cloudmac.impl.flow.model.RuleDelta;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.function.BiPredicate;

/**
 * The rules of all switches, made of the parts that keys own. A slot has rules as long as at least one key owns a part
 * of it. Only slots whose parts change are merged and hashed again. Pure.
 *
 * @param <K> the keys; of parts that cannot be merged, the part of the lowest key applies
 */
final class RuleLedger<K extends Comparable<K>> {
    /** A slot in use. */
    private static final class SharedSlot<K> {
        private final TreeMap<K, RulePart> parts = new TreeMap<>();
        /** The merged parts that the rules were made from; null: the rules must be made again. */
        private RulePart made;
        private Map<String, Rule> rules = Map.of();
    }

    /** The changes of one switch since the last delta. */
    private record Changes(Map<String, Rule> put, Map<String, Rule> replaced, Map<String, Rule> removed) {
        Changes() {
            this(new HashMap<>(), new HashMap<>(), new HashMap<>());
        }
    }

    /** The new rules of a slot, and the merged parts that they were made from; null: none. */
    private record SlotUpdate<K>(RuleSlot slot, SharedSlot<K> entry, RulePart from, Map<String, Rule> rules) {
        /** Lets the rules take effect, and records how they differ from those before. */
        void record(final Changes changes) {
            final Map<String, Rule> before = entry.rules;
            entry.made = from;
            entry.rules = rules;
            rules.forEach((id, rule) -> {
                final Rule old = before.get(id);
                if (!rule.equals(old)) {
                    changes.put().put(id, rule);
                    if (old != null) {
                        changes.replaced().put(id, old);
                    }
                }
            });
            before.forEach((id, rule) -> {
                if (!rules.containsKey(id)) {
                    changes.removed().put(id, rule);
                }
            });
        }
    }

    private final BiFunction<RuleSlot, RulePart, List<Rule>> maker;
    private final Map<K, Map<RuleSlot, RulePart>> owned = new HashMap<>();
    private final Map<String, Map<RuleSlot, SharedSlot<K>>> slots = new HashMap<>();
    private final Set<RuleSlot> touched = new LinkedHashSet<>();
    private final Map<String, Map<String, Rule>> byNode = new TreeMap<>();
    private final Map<String, Map<String, Rule>> views = new TreeMap<>();

    /**
     * Starts without rules.
     *
     * @param maker makes the rules of a slot from its merged parts
     */
    RuleLedger(final BiFunction<RuleSlot, RulePart, List<Rule>> maker) {
        this.maker = maker;
    }

    /** Replaces the parts that a key owns; none: the key is gone. The rules change with the next delta. */
    void replace(final K key, final Map<RuleSlot, RulePart> now) {
        final Map<RuleSlot, RulePart> before =
            now.isEmpty() ? owned.remove(key) : owned.put(key, now);
        if (before != null) {
            before.keySet().forEach(slot -> {
                if (!now.containsKey(slot)) {
                    slots.get(slot.node()).get(slot).parts.remove(key);
                    touched.add(slot);
                }
            });
        }
        now.forEach((slot, part) -> {
            if (before == null || !part.equals(before.get(slot))) {
                slots.computeIfAbsent(slot.node(), node -> new HashMap<>())
                    .computeIfAbsent(slot, free -> new SharedSlot<>()).parts.put(key, part);
                touched.add(slot);
            }
        });
    }

    /** Returns the keys that own parts, as a copy. */
    Set<K> keys() {
        return new HashSet<>(owned.keySet());
    }

    /** Makes the rules of a switch again. Call it if the maker returns other rules there. */
    void remake(final String node) {
        remake(slots.getOrDefault(node, Map.of()), (slot, part) -> true);
    }

    /** Makes the rules of some slots again. Call it if the maker returns other rules for them. */
    void remake(final BiPredicate<RuleSlot, RulePart> which) {
        slots.values().forEach(entries -> remake(entries, which));
    }

    private void remake(final Map<RuleSlot, SharedSlot<K>> entries, final BiPredicate<RuleSlot, RulePart> which) {
        entries.forEach((slot, entry) -> {
            if (entry.made != null && which.test(slot, entry.made)) {
                entry.made = null;
                touched.add(slot);
            }
        });
    }

    /** Makes the rules of all slots that have changed, and returns the difference to the last call. */
    RuleDelta takeDelta() {
        // Compute all rules before any is recorded: the lookup of a queue may throw.
        final List<SlotUpdate<K>> updates = new ArrayList<>();
        touched.forEach(slot -> updates.add(make(slot)));
        touched.clear();
        final Map<String, Changes> changes = new HashMap<>();
        updates.forEach(each -> each.record(
            changes.computeIfAbsent(each.slot().node(), node -> new Changes())));
        updates.stream().filter(each -> each.entry().parts.isEmpty()).forEach(each -> forget(each.slot()));
        final Map<String, RuleDelta.Change> delta = new HashMap<>();
        changes.forEach((node, change) -> {
            if (!change.put().isEmpty() || !change.removed().isEmpty()) {
                apply(node, change);
                delta.put(node, new RuleDelta.Change(change.put(), change.replaced(), change.removed()));
            }
        });
        return new RuleDelta(delta);
    }

    private SlotUpdate<K> make(final RuleSlot slot) {
        final SharedSlot<K> entry = slots.get(slot.node()).get(slot);
        if (entry.parts.isEmpty()) {
            return new SlotUpdate<>(slot, entry, null, Map.of());
        }
        final RulePart merged = RulePart.merged(entry.parts.values());
        return new SlotUpdate<>(slot, entry, merged,
            merged.equals(entry.made) ? entry.rules : byId(maker.apply(slot, merged)));
    }

    private void forget(final RuleSlot slot) {
        final Map<RuleSlot, SharedSlot<K>> entries = slots.get(slot.node());
        entries.remove(slot);
        if (entries.isEmpty()) {
            slots.remove(slot.node());
        }
    }

    private static Map<String, Rule> byId(final Collection<Rule> rules) {
        final Map<String, Rule> byId = new HashMap<>();
        rules.forEach(rule -> byId.put(rule.id(), rule));
        return Map.copyOf(byId);
    }

    private void apply(final String node, final Changes change) {
        final Map<String, Rule> rules = byNode.computeIfAbsent(node, key -> new HashMap<>());
        change.removed().keySet().forEach(rules::remove);
        rules.putAll(change.put());
        if (rules.isEmpty()) {
            byNode.remove(node);
            views.remove(node);
        } else {
            views.computeIfAbsent(node, key -> Collections.unmodifiableMap(rules));
        }
    }

    /**
     * Returns the rules of the slots of which some keys own a part, at some switches, of the last delta.
     *
     * @return the rules by node id and rule id; without switches that have none
     */
    Map<String, Map<String, Rule>> rulesOf(final Collection<K> keys, final Set<String> nodes) {
        final Map<String, Map<String, Rule>> rules = new HashMap<>();
        for (final K key : keys) {
            for (final RuleSlot slot : owned.getOrDefault(key, Map.of()).keySet()) {
                if (nodes.contains(slot.node())) {
                    rules.computeIfAbsent(slot.node(), node -> new HashMap<>())
                        .putAll(slots.get(slot.node()).get(slot).rules);
                }
            }
        }
        return rules;
    }

    /** Returns all rules by node id and rule id, of the last delta. The view is read-only and changes with each. */
    Map<String, Map<String, Rule>> rulesByNode() {
        return Collections.unmodifiableMap(views);
    }
}
