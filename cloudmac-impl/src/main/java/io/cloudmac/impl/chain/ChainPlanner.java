// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.chain;

import io.cloudmac.impl.chain.SegmentIds.SegmentKey;
import io.cloudmac.impl.flow.model.VlanTag;
import io.cloudmac.impl.topology.PathTree;
import io.cloudmac.impl.topology.PathTree.Hop;
import io.cloudmac.impl.topology.PortId;
import io.cloudmac.impl.wire.Mac;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Finds what each chain should have. A change computes only the chains whose configuration, ports or paths differ, and
 * those that wait for one of them.
 */
public final class ChainPlanner {
    /**
     * What the way of a chain depends on.
     *
     * @param spec its configuration
     * @param sources the switch ports of its sources; empty: unknown, or none for frames
     * @param ports the switch ports of the ports of its LVNFs; empty: unknown
     * @param range the VLAN ids of segments
     * @param links identity of the links
     */
    private record Basis(ChainSpec spec, List<Optional<SourcePorts>> sources, List<Optional<PortId>> ports,
            VlanRange range, Object links) {
    }

    /** The result for a chain, and the inputs that it depends on. */
    private record Computed(Basis basis, ChainTarget target, Optional<ChainId> waitsFor,
            List<PlacedDirection> directions) {
    }

    /** A marker that comes back from the switch of the source: where it leaves the LVNF, and its way back. */
    private record ReturningMarker(ChainId chain, int direction, int leg, Mac address, PlacedDirection.Leg back) {
    }

    /** The numbers of the segments of a move, as directions. */
    private static final int RELAY_VLAN = 0;
    private static final int RELAY_THERE = 1;
    private static final int RELAY_BACK = 2;
    private static final int MARKER_BACK = 3;
    /** The same of replies of a chain, which has two directions at most. */
    private static final int REPLIES = 2;

    private final SegmentIds segments = new SegmentIds();
    private final Map<ChainId, Computed> known = new TreeMap<>();
    private final Map<PortId, Set<ChainId>> bySource = new HashMap<>();
    private final Map<String, PathTree> trees = new HashMap<>();
    /** Of moves whose ways are in use. */
    private final Map<ChainId, List<ReturningMarker>> markers = new HashMap<>();
    private Set<Integer> named = Set.of();
    private Object links;
    private int computed;

    /** Returns the chains whose target differs from the last call. One that is not configured has no rules. */
    public Map<ChainId, ChainTarget> update(final ChainInputs inputs) {
        followLinks(inputs);
        final Map<ChainId, ChainTarget> changed = new TreeMap<>();
        final Map<ChainId, ChainSpec> specs = inputs.chains().specs();
        final Set<Integer> vlans = new HashSet<>();
        specs.values().stream().map(spec -> spec.match().vlan().id()).filter(id -> id != 0).forEach(vlans::add);
        final boolean sameNamed = named.equals(vlans);
        named = vlans;
        computed = 0;
        for (final ChainId gone : Set.copyOf(known.keySet())) {
            if (!specs.containsKey(gone)) {
                forget(gone);
                changed.put(gone, ChainTarget.NONE);
            }
        }
        final Set<ChainId> due = new TreeSet<>();
        final Map<ChainId, Basis> bases = new HashMap<>();
        specs.forEach((id, spec) -> {
            final Basis basis = basis(id, spec, inputs);
            bases.put(id, basis);
            final Computed before = known.get(id);
            if (before == null || !before.basis().equals(basis) || !sameNamed) {
                due.add(id);
            }
        });
        // What a chain waited for may be gone, or elsewhere.
        known.forEach((id, each) -> each.waitsFor().ifPresent(first -> {
            if (!known.containsKey(first) || due.contains(first)) {
                due.add(id);
            }
        }));
        final Map<ChainId, Optional<ChainTarget>> before = new HashMap<>();
        due.forEach(id -> {
            before.put(id, Optional.ofNullable(known.get(id)).map(Computed::target));
            forget(id);
        });
        for (final ChainId id : due) {
            final Computed now = compute(id, bases.get(id), inputs);
            known.put(id, now);
            now.directions().forEach(direction -> direction.source().entries().forEach(port ->
                bySource.computeIfAbsent(port, first -> new TreeSet<>()).add(id)));
            if (!Optional.of(now.target()).equals(before.get(id))) {
                changed.put(id, now.target());
            }
        }
        computed = due.size();
        return changed;
    }

    /** Returns how many chains the last update computed. */
    int computed() {
        return computed;
    }

    /** Tells which segments a chain's rules still have; its other VLAN ids become free. */
    public void retain(final ChainId chain, final Set<Integer> vlans) {
        final Set<Integer> all = new HashSet<>(vlans);
        Optional.ofNullable(known.get(chain)).flatMap(each -> each.target().way()).map(ChainWay::vlans)
            .ifPresent(all::addAll);
        segments.retain(chain, all);
    }

    /**
     * Returns the ways to and from an LVNF that moves, as the last update has found them, and the rules that the move
     * needs. Their VLAN ids stay in use until {@link #release}.
     *
     * @throws NoWayException if the network has no path between the places, or no VLAN id is free
     */
    public MoveWays ways(final LvnfMove move, final long migration, final ChainInputs inputs) throws NoWayException {
        followLinks(inputs);
        final MoveRules rules = new MoveRules(migration);
        final Set<Integer> entered = new TreeSet<>();
        markers.put(move.id(), new ArrayList<>());
        for (final Map.Entry<ChainId, Computed> each : known.entrySet()) {
            if (each.getKey().tenant().equals(move.tenant()) && each.getValue().target().way().isPresent()) {
                addWays(rules, entered, move, each.getKey(), inputs);
            }
        }
        final OptionalInt relayVlan = segments.of(new SegmentKey(move.id(), RELAY_VLAN, 0, List.of()),
            inputs.chains().range(), named);
        if (relayVlan.isEmpty()) {
            throw noVlan(inputs);
        }
        for (final int port : entered) {
            final PortId from = move.from().get(port);
            final PortId to = move.to().get(port);
            if (to == null) {
                throw new NoWayException("the new place of port " + port + " of LVNF " + move.lvnf()
                    + " is not known");
            }
            rules.addRelay(relayVlan.getAsInt(), leg(move.id(), RELAY_THERE, from, to, port, inputs));
            rules.addRelay(relayVlan.getAsInt(), leg(move.id(), RELAY_BACK, to, from, port, inputs));
        }
        return rules.ways(relayVlan.getAsInt());
    }

    /**
     * Returns the rules that lead markers from the new place back, once the last update has found the ways of its
     * chains. They have the same addresses as the markers from the old place, and reach the same gates.
     */
    public Set<ChainRule> joins(final LvnfMove move) {
        final Set<ChainRule> rules = new HashSet<>();
        for (final ReturningMarker marker : markers.getOrDefault(move.id(), List.of())) {
            final PlacedDirection direction = known.get(marker.chain()).directions().get(marker.direction());
            rules.add(MoveRules.join(marker.address(), direction.match().vlan(), direction.legs().get(marker.leg()),
                marker.back()));
        }
        return rules;
    }

    private void addWays(final MoveRules rules, final Set<Integer> entered, final LvnfMove move, final ChainId id,
            final ChainInputs inputs) throws NoWayException {
        final Computed chain = known.get(id);
        final List<ChainSpec.ChainDirection> directions = chain.basis().spec().directions();
        for (int i = 0; i < directions.size(); i++) {
            final List<ChainHop> hops = directions.get(i).hops();
            final VlanTag vlan = directions.get(i).match().vlan();
            for (int hop = 0; hop < hops.size(); hop++) {
                if (!hops.get(hop).lvnf().equals(move.lvnf())) {
                    continue;
                }
                final PlacedDirection placed = chain.directions().get(i);
                placed.before(hop).forEach(leg -> rules.addIn(vlan, leg));
                entered.add(hops.get(hop).in());
                final PlacedDirection.Leg after = placed.legs().get(hop);
                final int out = hops.get(hop).out();
                if (hop + 1 < hops.size()) {
                    rules.addOut(out, vlan, hops.get(hop + 1).lvnf());
                } else {
                    final PlacedDirection.Leg back = leg(move.id(), MARKER_BACK, after.to(), after.from(),
                        rules.size(), inputs);
                    markers.get(move.id()).add(new ReturningMarker(id, i, hop,
                        rules.addOut(out, vlan, after, back), back));
                }
            }
        }
        if (rules.size() > MoveRules.MAX_WAYS) {
            throw new NoWayException("LVNF " + move.lvnf() + " has more than " + MoveRules.MAX_WAYS
                + " ways of chains");
        }
    }

    /** Releases the VLAN ids of a move. */
    public void release(final LvnfMove move) {
        markers.remove(move.id());
        segments.retain(move.id(), Set.of());
    }

    private static NoWayException noVlan(final ChainInputs inputs) {
        return new NoWayException("all VLAN ids of segments, " + inputs.chains().range().first() + " to "
            + inputs.chains().range().last() + ", are in use");
    }

    private void followLinks(final ChainInputs inputs) {
        if (!inputs.network().links().equals(links)) {
            links = inputs.network().links();
            trees.clear();
        }
    }

    private void forget(final ChainId id) {
        final Computed before = known.remove(id);
        if (before != null) {
            before.directions().forEach(direction -> direction.source().entries().forEach(port ->
                bySource.getOrDefault(port, Set.of()).remove(id)));
        }
    }

    private Basis basis(final ChainId id, final ChainSpec spec, final ChainInputs inputs) {
        final List<Optional<SourcePorts>> sources = new ArrayList<>();
        final List<Optional<PortId>> ports = new ArrayList<>();
        for (final ChainSpec.ChainDirection direction : spec.directions()) {
            sources.add(inputs.sources().apply(direction.source()).filter(source ->
                !source.any(inputs.network()::isInterSwitch) && !source.any(inputs.places()::isLvnf)));
            direction.hops().forEach(hop -> {
                ports.add(inputs.places().port(id.tenant(), hop.lvnf(), hop.in()));
                hop.exits().forEach(port -> ports.add(inputs.places().port(id.tenant(), hop.lvnf(), port)));
            });
        }
        return new Basis(spec, sources, ports, inputs.chains().range(), links);
    }

    private Computed compute(final ChainId id, final Basis basis, final ChainInputs inputs) {
        final ChainSpec spec = basis.spec();
        final Set<ChainRule> fallback = new HashSet<>();
        final List<PlacedDirection> directions = new ArrayList<>();
        final List<ChainSpec.ChainDirection> wanted = spec.directions();
        String reason = "";
        try {
            for (final ChainSpec.ChainDirection direction : wanted) {
                final SourcePorts source = checkedSource(direction.source(), inputs);
                for (final PortId port : source.entries()) {
                    final ChainId conflict = conflict(id, port, direction.match());
                    if (conflict != null) {
                        return new Computed(basis, ChainTarget.waiting(Set.of(),
                            "its frames are also frames of " + conflict.toldTo(id.tenant()) + " at " + port),
                            Optional.of(conflict), List.of());
                    }
                }
                if (spec.drops()) {
                    fallback.addAll(ChainRules.dropping(source, direction.match()));
                }
                directions.add(new PlacedDirection(source, direction.match()));
            }
            checkDirections(directions);
            for (int i = 0; i < wanted.size(); i++) {
                directions.set(i, placed(id, i, wanted.get(i), directions.get(i).source(), inputs));
            }
            return new Computed(basis, ChainTarget.of(ChainRules.way(directions), fallback), Optional.empty(),
                List.copyOf(directions));
        } catch (final NoWayException e) {
            reason = e.getMessage();
        }
        return new Computed(basis, ChainTarget.waiting(fallback, reason), Optional.empty(), List.copyOf(directions));
    }

    private static SourcePorts checkedSource(final ChainSource source, final ChainInputs inputs)
            throws NoWayException {
        final SourcePorts ports = inputs.sources().apply(source)
            .orElseThrow(() -> new NoWayException(whyUnknown(source)));
        for (final PortId port : ports.entries()) {
            if (inputs.network().isInterSwitch(port)) {
                throw new NoWayException("its source " + port + " is a link to another switch");
            }
            if (inputs.places().isLvnf(port)) {
                throw new NoWayException("its source " + port + " is a port of an LVNF");
            }
        }
        return ports;
    }

    private static String whyUnknown(final ChainSource source) {
        if (source instanceof ChainSource.StationUplink uplink) {
            return "no WTP serves station " + uplink.station().station() + " of VAP " + uplink.station().bssid();
        }
        return source instanceof ChainSource.VapDownlink downlink
            ? "the host of VAP " + downlink.vap() + " is not known"
            : source instanceof ChainSource.WtpSource ? "the port of " + source + " is not known"
                : "the host of " + source + " is not known";
    }

    private static void checkDirections(final List<PlacedDirection> directions) throws NoWayException {
        final PlacedDirection there = directions.get(0);
        final PlacedDirection last = directions.get(directions.size() - 1);
        if (directions.size() > 1 && there.source().any(last.source().entries()::contains)
                && there.match().overlaps(last.match())) {
            throw new NoWayException("some of its frames at " + there.source().back() + " are answers too");
        }
    }

    /** Returns a chain with a rule for the same frames of a port, whose priority is the same; null: none. */
    private ChainId conflict(final ChainId id, final PortId source, final ChainMatch match) {
        return bySource.getOrDefault(source, Set.of()).stream().filter(other -> !other.equals(id))
            .filter(other -> known.get(other).directions().stream().anyMatch(direction ->
                direction.source().entries().contains(source) && direction.match().bits() == match.bits()
                    && direction.match().overlaps(match)))
            .findFirst().orElse(null);
    }

    private PlacedDirection placed(final ChainId id, final int number, final ChainSpec.ChainDirection direction,
            final SourcePorts source, final ChainInputs inputs) throws NoWayException {
        final List<PortId> stops = new ArrayList<>();
        for (final ChainHop hop : direction.hops()) {
            stops.add(lvnf(id, hop, hop.in(), inputs));
            stops.add(lvnf(id, hop, hop.out(), inputs));
        }
        final List<PlacedDirection.Leg> entries = new ArrayList<>();
        for (final PortId port : source.entries()) {
            entries.add(leg(id, number, port, stops.get(0), 0, inputs));
        }
        stops.add(source.back());
        final List<PlacedDirection.Leg> legs = new ArrayList<>();
        for (int i = 1; i < stops.size(); i += 2) {
            legs.add(leg(id, number, stops.get(i), stops.get(i + 1), (i + 1) / 2, inputs));
        }
        final List<PlacedDirection.Leg> replies = new ArrayList<>();
        for (int hop = 0; hop < direction.hops().size(); hop++) {
            final ChainHop replying = direction.hops().get(hop);
            if (replying.reply().isPresent()) {
                replies.add(leg(id, REPLIES, lvnf(id, replying, replying.reply().getAsInt(), inputs), source.back(),
                    hop, inputs));
            }
        }
        return new PlacedDirection(source, direction.match(), List.copyOf(entries), List.copyOf(legs),
            List.copyOf(replies));
    }

    private static PortId lvnf(final ChainId id, final ChainHop hop, final int port, final ChainInputs inputs)
            throws NoWayException {
        return inputs.places().port(id.tenant(), hop.lvnf(), port).orElseThrow(() -> new NoWayException(
            "the place of port " + port + " of LVNF " + hop.lvnf() + " is not known"));
    }

    private PlacedDirection.Leg leg(final ChainId id, final int direction, final PortId from, final PortId to,
            final int number, final ChainInputs inputs) throws NoWayException {
        final List<Hop> hops = trees.computeIfAbsent(from.node(), root -> PathTree.of(inputs.network(), root))
            .path(from, to).orElseThrow(() -> new NoWayException("there is no path from " + from + " to " + to));
        if (hops.size() == 1) {
            return new PlacedDirection.Leg(from, to, hops, PlacedDirection.Leg.NO_VLAN);
        }
        final OptionalInt vlan = segments.of(new SegmentKey(id, direction, number, hops), inputs.chains().range(),
            named);
        if (vlan.isEmpty()) {
            throw noVlan(inputs);
        }
        return new PlacedDirection.Leg(from, to, hops, vlan.getAsInt());
    }
}
