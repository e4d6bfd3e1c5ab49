// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.flow;

import io.cloudmac.impl.binding.Assignment;
import io.cloudmac.impl.learned.StationKey;
import io.cloudmac.impl.openflow.FlowTables;
import io.cloudmac.impl.topology.PathTree.Hop;
import io.cloudmac.impl.topology.PortId;
import io.cloudmac.impl.wire.Mac;
import io.cloudmac.impl.wire.RadioTag;
import java.util.Collection;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Decides which flow rules the service of stations needs: their own and the group frames of their VAP, at the switches
 * between the VAP and the WTPs that serve them. The service needs no rule of another station, and no switch elsewhere.
 * Pure.
 */
final class PathRules {
    /** A station and the id of its VAP, as a rule names them. */
    private record Pair(Mac station, int vap) {
        static Pair of(final StationKey key) {
            return new Pair(key.station(), key.bssid().lastTwoOctets());
        }
    }

    private PathRules() {
    }

    /**
     * Groups stations by the switches between their VAP and all WTPs that serve them now, or answer their probe
     * requests.
     *
     * @param graph the paths of the assignment's network
     * @return the stations by the node ids of their switches; none for a station without a path
     */
    static Map<Set<String>, Set<StationKey>> bySwitches(final Collection<StationKey> stations,
            final Assignment assignment, final SwitchGraph graph) {
        return stations.stream().collect(Collectors.groupingBy(key -> switches(key, assignment, graph),
            Collectors.toSet()));
    }

    private static Set<String> switches(final StationKey key, final Assignment assignment, final SwitchGraph graph) {
        final Set<String> nodes = new TreeSet<>();
        wtps(key, assignment).forEach(wtp -> {
            final PortId host = key.isVirtual() ? assignment.virtualStations().get(key.station()).port()
                : assignment.vaps().get(key.bssid()).port();
            graph.path(host, wtp, assignment).ifPresent(hops ->
                hops.stream().map(Hop::in).map(PortId::node).forEach(nodes::add));
        });
        return nodes;
    }

    private static Stream<Mac> wtps(final StationKey key, final Assignment assignment) {
        final Assignment.Service service = key.isVirtual()
            ? Optional.ofNullable(assignment.virtualStations().get(key.station()))
                .flatMap(Assignment.VirtualStation::service).orElse(null)
            : assignment.stations().get(key);
        final Stream<Mac> serving = service == null ? Stream.empty()
            : Stream.concat(Stream.of(service.downlink()), service.uplinks().stream());
        return Stream.concat(serving, Stream.ofNullable(assignment.probes().get(key))).distinct();
    }

    /** Returns the keys that have all rules that stations need. */
    static Set<RuleKey> keys(final Collection<StationKey> stations, final Assignment assignment) {
        return stations.stream().flatMap(key -> key.isVirtual() ? Stream.of(RuleKey.virtualStation(key.station()))
            : Stream.concat(Stream.of(RuleKey.station(key), RuleKey.probe(key), RuleKey.vap(key.bssid())),
                wtps(key, assignment).map(wtp -> RuleKey.vapAtWtp(key.bssid(), wtp))))
            .collect(Collectors.toSet());
    }

    /**
     * Returns the rules of a plan that stations need at some switches.
     *
     * @param stations the stations
     * @param switches the node ids of the switches between their VAPs and WTPs
     * @param plan planned rules by node id and rule id, among them all rules of the stations' {@link #keys}
     * @return the ids of the rules by node id
     */
    static Map<String, Set<String>> of(final Collection<StationKey> stations, final Set<String> switches,
            final Map<String, Map<String, Rule>> plan) {
        final Set<Pair> pairs = stations.stream().map(Pair::of).collect(Collectors.toSet());
        final Set<Mac> macs = new HashSet<>();
        final Set<Integer> vaps = new HashSet<>();
        final Set<Integer> virtual = stations.stream().filter(StationKey::isVirtual)
            .map(key -> key.station().lastTwoOctets()).collect(Collectors.toSet());
        pairs.forEach(pair -> {
            macs.add(pair.station());
            vaps.add(pair.vap());
        });
        return switches.stream().collect(Collectors.toMap(Function.identity(),
            node -> plan.getOrDefault(node, Map.of()).entrySet().stream()
                .filter(entry -> needs(entry.getValue(), pairs, macs, vaps)
                    || needsVirtual(entry.getValue(), virtual))
                .map(Map.Entry::getKey).collect(Collectors.toSet())));
    }

    /** Returns true if a rule forwards frames of virtual stations with one of these ids. */
    private static boolean needsVirtual(final Rule rule, final Set<Integer> ids) {
        final MaskedMac source = rule.match().source();
        final MaskedMac destination = rule.match().destination();
        if (rule.table() != FlowTables.INGRESS || rule.priority() != Priorities.FORWARD) {
            return false;
        }
        final MaskedMac tag = source == null ? destination : source;
        final boolean isOfTagAlone = source == null || destination == null
            || destination.equals(MaskedMac.exactly(Mac.BROADCAST));
        return isOfTagAlone && ids.contains(tag.value().lastTwoOctets());
    }

    private static boolean needs(final Rule rule, final Set<Pair> pairs, final Set<Mac> macs,
            final Set<Integer> vaps) {
        final MaskedMac source = rule.match().source();
        final MaskedMac destination = rule.match().destination();
        if (rule.table() != FlowTables.INGRESS || source == null || destination == null) {
            return false;
        }
        if (source.isExact()) {
            final int vap = destination.value().lastTwoOctets();
            return vap == RadioTag.VAP_ANY ? macs.contains(source.value())
                : pairs.contains(new Pair(source.value(), vap));
        }
        final int vap = source.value().lastTwoOctets();
        return destination.equals(MaskedMac.GROUP) ? vaps.contains(vap)
            : pairs.contains(new Pair(destination.value(), vap));
    }
}
