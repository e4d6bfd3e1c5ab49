// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.chain;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The rules that a chain has at the moment. {@link #next} leads to a {@link ChainTarget} in steps, so that each frame
 * has a rule at each switch: the path is installed before the entries, and goes after them. A new path is laid next to
 * the present one.
 *
 * @param entry the rules at the sources
 * @param path the path of the entries
 * @param other another path: one that comes, or one that goes. Where both paths have the same rule, {@code path} has
 *     precedence
 */
public record ChainStage(Set<ChainRule> entry, Set<ChainRule> path, Set<ChainRule> other) {
    /** No rules. */
    public static final ChainStage NONE = new ChainStage(Set.of(), Set.of(), Set.of());

    public ChainStage {
        entry = Set.copyOf(entry);
        path = Set.copyOf(path);
        other = Set.copyOf(other);
    }

    /**
     * Returns the stage after this one.
     *
     * @param confirmed whether the switches have all rules of this stage
     * @param drained whether they have had them for so long that no frame is on a way without an entry
     * @return this stage if it has nothing to do, or has to wait
     */
    ChainStage next(final ChainTarget target, final boolean confirmed, final boolean drained) {
        if (target.way().isEmpty()) {
            return entry.equals(target.fallback()) ? drained ? new ChainStage(entry, Set.of(), Set.of()) : this
                : new ChainStage(target.fallback(), path, other);
        }
        final ChainWay way = target.way().orElseThrow();
        if (path.isEmpty()) {
            return new ChainStage(target.fallback(), way.path(), Set.of());
        }
        if (path.equals(way.path())) {
            if (!entry.equals(way.entry())) {
                return confirmed ? new ChainStage(way.entry(), path, other) : this;
            }
            return drained ? new ChainStage(entry, path, Set.of()) : this;
        }
        if (!other.equals(way.path())) {
            return new ChainStage(entry, path, way.path());
        }
        return confirmed ? new ChainStage(way.entry(), other, path) : this;
    }

    /** Returns true if it has what the target asks for, and nothing else. */
    public boolean reaches(final ChainTarget target) {
        return other.isEmpty() && target.way().map(way -> entry.equals(way.entry()) && path.equals(way.path()))
            .orElse(path.isEmpty() && entry.equals(target.fallback()));
    }

    /** Returns all rules by the node ids of their switches, as ids. */
    public Map<String, Set<String>> ids() {
        return all().collect(Collectors.groupingBy(ChainRule::node,
            Collectors.mapping(ChainRule::id, Collectors.toSet())));
    }

    /** Returns the number of rules. */
    public int size() {
        return (int) all().map(rule -> rule.node() + " " + rule.id()).distinct().count();
    }

    /** Returns all rules; a rule may come twice. */
    Stream<ChainRule> all() {
        return Stream.of(entry, path, other).flatMap(Set::stream);
    }

    /** Returns the VLAN ids of all segments, which only this chain has. */
    public Set<Integer> vlans() {
        final Set<Integer> vlans = new HashSet<>();
        Stream.of(path, other).flatMap(Set::stream)
            .filter(rule -> rule.match().packet().vlan() != null && rule.match().inPort() == null)
            .forEach(rule -> vlans.add(rule.match().packet().vlan().id()));
        return vlans;
    }
}
