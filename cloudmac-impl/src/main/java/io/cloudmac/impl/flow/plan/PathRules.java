// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.flow.plan;

import io.cloudmac.impl.binding.Assignment;
import io.cloudmac.impl.flow.model.MaskedMac;
import io.cloudmac.impl.flow.model.Priorities;
import io.cloudmac.impl.flow.model.Rule;
import io.cloudmac.impl.learned.Client;
import io.cloudmac.impl.learned.StationKey;
import io.cloudmac.impl.openflow.FlowTables;
import io.cloudmac.impl.topology.PathTree.Hop;
import io.cloudmac.impl.topology.PortId;
import io.cloudmac.impl.wire.Mac;
import io.cloudmac.impl.wire.RadioTag;
import java.util.Collection;
import java.util.HashSet;
import java.util.Map;
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
public final class PathRules {
    /** A station and the id of its VAP, as a rule names them. */
    private record Pair(Mac station, int vap) {
    }

    private PathRules() {
    }

    /**
     * Groups stations and virtual stations by the switches between their host and all WTPs that serve them now, or
     * answer their probe requests.
     *
     * @param graph the paths of the assignment's network
     * @return the clients by the node ids of their switches; none for one without a path
     */
    public static <C extends Client> Map<Set<String>, Set<C>> bySwitches(final Collection<C> clients,
            final Assignment assignment, final SwitchGraph graph) {
        return clients.stream().collect(Collectors.groupingBy(client -> switches(client, assignment, graph),
            Collectors.toSet()));
    }

    private static Set<String> switches(final Client client, final Assignment assignment, final SwitchGraph graph) {
        final Set<String> nodes = new TreeSet<>();
        wtps(client, assignment).forEach(wtp ->
            graph.path(assignment.hostPort(client), wtp, assignment).ifPresent(hops ->
                hops.stream().map(Hop::in).map(PortId::node).forEach(nodes::add)));
        return nodes;
    }

    private static Stream<Mac> wtps(final Client client, final Assignment assignment) {
        return Stream.concat(assignment.service(client).stream().flatMap(service -> service.wtps().stream()),
            Stream.ofNullable(assignment.probes().get(client))).distinct();
    }

    /** Returns the keys that have all rules that stations and virtual stations need. */
    public static Set<RuleKey> keys(final Collection<? extends Client> clients, final Assignment assignment) {
        return clients.stream().flatMap(client -> client instanceof StationKey key
            ? Stream.concat(Stream.of(RuleKey.station(key), RuleKey.probe(key), RuleKey.vap(key.bssid())),
                wtps(key, assignment).map(wtp -> RuleKey.vapAtWtp(key.bssid(), wtp)))
            : Stream.of(RuleKey.virtualStation(client.station()))).collect(Collectors.toSet());
    }

    /**
     * Returns the rules of a plan that stations and virtual stations need at some switches.
     *
     * @param clients the stations and virtual stations
     * @param switches the node ids of the switches between their hosts and WTPs
     * @param plan planned rules by node id and rule id, with all rules of the keys that {@link #keys} returns
     * @return the ids of the rules by node id
     */
    public static Map<String, Set<String>> of(final Collection<? extends Client> clients, final Set<String> switches,
            final Map<String, Map<String, Rule>> plan) {
        final Set<Pair> pairs = new HashSet<>();
        final Set<Mac> macs = new HashSet<>();
        final Set<Integer> vaps = new HashSet<>();
        final Set<Integer> virtual = new HashSet<>();
        for (final Client client : clients) {
            if (client instanceof StationKey) {
                pairs.add(new Pair(client.station(), client.tagId()));
                macs.add(client.station());
                vaps.add(client.tagId());
            } else {
                virtual.add(client.tagId());
            }
        }
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
