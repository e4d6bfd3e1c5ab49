// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.flow.plan;

import io.cloudmac.impl.binding.Assignment;
import io.cloudmac.impl.binding.Assignment.VirtualStation;
import io.cloudmac.impl.chain.ChainStage;
import io.cloudmac.impl.learned.StationKey;
import io.cloudmac.impl.topology.PortId;
import io.cloudmac.impl.wire.Mac;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** Computes the parts of rules that one key needs, and what they depend on. Pure. */
final class RuleContributors {
    private RuleContributors() {
    }

    /**
     * Returns the parts of one key.
     *
     * @param key the key
     * @param inputs the inputs
     * @param graph the switches of the inputs' network, and the paths between them
     * @param ports the use of ports in the inputs' assignment
     * @return the parts by slot; none if the inputs do not have what the key names
     */
    static Map<RuleSlot, RulePart> parts(final RuleKey key, final PlanInputs inputs, final SwitchGraph graph,
            final PortUse ports) {
        final RuleParts parts = new RuleParts();
        final Assignment assignment = inputs.assignment();
        switch (key.kind()) {
            case SWITCH -> {
                if (graph.switches().contains(key.node())) {
                    BaseRules.addSwitch(parts, key.node());
                }
            }
            case PORT -> addPort(parts, key.port(), ports, inputs.sampling());
            case VAP -> {
                if (assignment.vaps().containsKey(key.address())) {
                    VapRules.add(parts, key.address(), inputs);
                }
            }
            case VAP_AT_WTP -> {
                if (wtps(key.address(), assignment).contains(key.wtp())) {
                    VapRules.addAtWtp(parts, key.address(), key.wtp(), inputs, graph);
                }
            }
            case STATION -> {
                final StationKey station = key.stationKey();
                if (assignment.stations().containsKey(station) && assignment.vaps().containsKey(station.bssid())) {
                    StationRules.add(parts, station, inputs, graph, ports::hasWtp);
                }
            }
            case PROBE -> {
                final StationKey station = key.stationKey();
                if (assignment.probes().containsKey(station) && assignment.vaps().containsKey(station.bssid())) {
                    StationRules.addProbe(parts, station, inputs, graph);
                }
            }
            case VIRTUAL_STATION -> {
                if (assignment.virtualStations().containsKey(key.address())) {
                    VirtualStationRules.add(parts, key.address(), inputs, graph);
                }
            }
            case CHAIN_ENTRY -> stage(key, inputs).entry().forEach(parts::add);
            case CHAIN_PATH -> stage(key, inputs).path().forEach(parts::add);
            case CHAIN_OTHER -> stage(key, inputs).other().forEach(parts::add);
            default -> throw new IllegalArgumentException("no rules for " + key);
        }
        return parts.parts();
    }

    private static ChainStage stage(final RuleKey key, final PlanInputs inputs) {
        return inputs.chains().getOrDefault(key.chainId(), ChainStage.NONE);
    }

    /** Adds the rules of a port in use. Its switch has base rules also while it is disconnected. */
    private static void addPort(final RuleParts parts, final PortId port, final PortUse ports,
            final boolean sampling) {
        final boolean isHost = ports.hasHost(port);
        if (isHost || ports.hasWtp(port)) {
            BaseRules.addSwitch(parts, port.node());
        }
        if (ports.hasWtp(port)) {
            BaseRules.addWtpPort(parts, port, isHost, sampling);
        }
    }

    /** Returns the WTPs and VAPs that the parts of a key depend on, also those that are not there. */
    static Set<Mac> uses(final RuleKey key, final Assignment assignment) {
        return switch (key.kind()) {
            case SWITCH, PORT, VAP, CHAIN_ENTRY, CHAIN_PATH, CHAIN_OTHER -> Set.of();
            case VAP_AT_WTP -> wtps(key.address(), assignment).contains(key.wtp())
                ? with(key.address(), Set.of(key.wtp())) : Set.of();
            case STATION -> {
                final Assignment.ServingWtps service = assignment.stations().get(key.stationKey());
                yield service == null ? Set.of() : with(key.address(), service.wtps());
            }
            case PROBE -> {
                final Mac wtp = assignment.probes().get(key.stationKey());
                yield wtp == null ? Set.of() : with(key.address(), Set.of(wtp));
            }
            case VIRTUAL_STATION -> {
                final VirtualStation station = assignment.virtualStations().get(key.address());
                yield station == null ? Set.of() : station.service().map(Assignment.ServingWtps::wtps).orElse(Set.of());
            }
        };
    }

    /** Returns the WTPs of a VAP; none if it is not there. */
    static Set<Mac> wtps(final Mac bssid, final Assignment assignment) {
        final Assignment.Vap vap = assignment.vaps().get(bssid);
        return vap == null ? Set.of() : vap.wtps();
    }

    private static Set<Mac> with(final Mac one, final Set<Mac> others) {
        final Set<Mac> all = new HashSet<>(others);
        all.add(one);
        return Set.copyOf(all);
    }

    /** Returns all keys that some inputs name, except switches. */
    static Stream<RuleKey> keys(final PlanInputs inputs) {
        final Assignment assignment = inputs.assignment();
        return Stream.of(
            inputs.chains().keySet().stream().flatMap(chain -> RuleKey.chain(chain).stream()),
            assignment.wtps().values().stream().map(RuleKey::atPort),
            assignment.vaps().values().stream().map(vap -> RuleKey.atPort(vap.port())),
            assignment.virtualStations().values().stream().map(station -> RuleKey.atPort(station.port())),
            assignment.vaps().keySet().stream().map(RuleKey::vap),
            assignment.vaps().entrySet().stream().flatMap(vap -> vap.getValue().wtps().stream()
                .map(wtp -> RuleKey.vapAtWtp(vap.getKey(), wtp))),
            assignment.stations().keySet().stream().map(RuleKey::station),
            assignment.probes().keySet().stream().map(RuleKey::probe),
            assignment.virtualStations().keySet().stream().map(RuleKey::virtualStation))
            .flatMap(keys -> keys);
    }
}
