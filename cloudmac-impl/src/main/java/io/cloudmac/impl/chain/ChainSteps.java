// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.chain;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Leads the rules of all chains to their targets, step by step. A chain waits while another one has a different rule in
 * the place of one of its rules, as one has that used the same port of an LVNF until now.
 */
public final class ChainSteps {
    /** The place of a rule, which only one can have. */
    private record RulePlace(String node, String id) {
        static RulePlace of(final ChainRule rule) {
            return new RulePlace(rule.node(), rule.id());
        }
    }

    private final Map<ChainId, ChainTarget> targets = new TreeMap<>();
    private final Map<ChainId, ChainStage> stages = new TreeMap<>();
    private final Map<RulePlace, Map<ChainId, Set<ChainRule>>> places = new HashMap<>();

    /** Sets what some chains should have. */
    public void aim(final Map<ChainId, ChainTarget> changed) {
        targets.putAll(changed);
    }

    /**
     * Takes a step with each chain that can.
     *
     * @param confirmed tells whether the switches have all rules of a chain's present stage
     * @param drained tells whether they have had them for so long that no frame is on a way without an entry
     * @return the chains whose stage has changed; empty: the chain has no rules
     */
    public Map<ChainId, Optional<ChainStage>> step(final Predicate<ChainId> confirmed,
            final Predicate<ChainId> drained) {
        final Map<ChainId, Optional<ChainStage>> changed = new TreeMap<>();
        targets.forEach((id, target) -> {
            final ChainStage before = stage(id);
            if (!before.reaches(target)) {
                final boolean isConfirmed = confirmed.test(id);
                final ChainStage now = before.next(possible(id), isConfirmed, isConfirmed && drained.test(id));
                if (!now.equals(before)) {
                    replace(id, now);
                    changed.put(id, now.equals(ChainStage.NONE) ? Optional.empty() : Optional.of(now));
                }
            }
        });
        targets.entrySet().removeIf(entry -> entry.getValue().equals(ChainTarget.NONE)
            && stage(entry.getKey()).equals(ChainStage.NONE));
        return changed;
    }

    /** Returns the target of a chain, as far as other chains allow it now. */
    public ChainTarget possible(final ChainId id) {
        final ChainTarget target = targets.get(id);
        return target.way().filter(way -> !isFree(id, way)).isEmpty() ? target
            : ChainTarget.waiting(target.fallback(), "another chain leaves a port of its LVNFs");
    }

    /** Returns true if no other chain has a different rule in the place of a rule of a way. */
    private boolean isFree(final ChainId id, final ChainWay way) {
        return Stream.of(way.entry(), way.path()).flatMap(Set::stream).allMatch(rule ->
            places.getOrDefault(RulePlace.of(rule), Map.of()).entrySet().stream().allMatch(owner ->
                owner.getKey().equals(id) || owner.getValue().stream().allMatch(rule::equals)));
    }

    private void replace(final ChainId id, final ChainStage now) {
        stage(id).all().map(RulePlace::of).distinct().forEach(place ->
            places.computeIfPresent(place, (same, owners) -> {
                owners.remove(id);
                return owners.isEmpty() ? null : owners;
            }));
        now.all().forEach(rule -> places.computeIfAbsent(RulePlace.of(rule), first -> new HashMap<>())
            .computeIfAbsent(id, first -> new HashSet<>()).add(rule));
        if (now.equals(ChainStage.NONE)) {
            stages.remove(id);
        } else {
            stages.put(id, now);
        }
    }

    /** Returns the present stage of a chain. */
    public ChainStage stage(final ChainId id) {
        return stages.getOrDefault(id, ChainStage.NONE);
    }

    /** Returns the chains that have a target or rules, with their targets. */
    public Map<ChainId, ChainTarget> targets() {
        return Map.copyOf(targets);
    }

    /** Returns the chains that have not reached their target. */
    public Stream<ChainId> moving() {
        return targets.entrySet().stream().filter(entry -> !stage(entry.getKey()).reaches(entry.getValue()))
            .map(Map.Entry::getKey);
    }

    /** Returns the present stages. */
    Map<ChainId, ChainStage> stages() {
        return Map.copyOf(stages);
    }
}
