// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.flow.plan;

import io.cloudmac.impl.binding.Assignment;
import io.cloudmac.impl.core.VersionedMap;
import io.cloudmac.impl.topology.PortId;
import io.cloudmac.impl.wire.Mac;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.stream.Stream;

/** Finds the keys whose rules may differ after a change of the inputs. */
final class ChangedKeys {
    private final Set<RuleKey> keys = new HashSet<>();
    private final Set<PortId> moved = new HashSet<>();

    private ChangedKeys() {
    }

    /**
     * Returns the keys, for inputs with the same paths, radio rules and sampling.
     *
     * @param before the inputs before
     * @param now the inputs now
     * @param graph the network now
     * @param ports the use of the ports before; follows the change
     * @param index what the keys depended on before
     */
    static Set<RuleKey> between(final PlanInputs before, final PlanInputs now, final SwitchGraph graph,
            final PortUse ports, final KeyIndex index) {
        final ChangedKeys changed = new ChangedKeys();
        changed.compare(before.assignment(), now.assignment(), ports, index);
        differing(before.silent(), now.silent()).forEach(bssid -> {
            changed.keys.add(RuleKey.vap(bssid));
            RuleContributors.wtps(bssid, now.assignment()).forEach(wtp ->
                changed.keys.add(RuleKey.vapAtWtp(bssid, wtp)));
        });
        VersionedMap.differing(before.chains(), now.chains()).forEach(chain ->
            changed.keys.addAll(RuleKey.chain(chain)));
        changed.addUsers(before.assignment(), now.assignment(), index);
        if (now.sampling() && changed.moved.stream().anyMatch(graph::isTrunk)) {
            // Uplink frames that enter a switch by a trunk are sampled there if the port is a WTP's too.
            now.assignment().stations().keySet().forEach(key -> changed.keys.add(RuleKey.station(key)));
        }
        return changed.keys;
    }

    private void compare(final Assignment before, final Assignment now, final PortUse ports, final KeyIndex index) {
        for (final Mac wtp : VersionedMap.differing(before.wtps(), now.wtps())) {
            final PortId from = before.wtps().get(wtp);
            final PortId to = now.wtps().get(wtp);
            move(from, to, ports::moveWtp);
            Stream.of(from, to).filter(Objects::nonNull).forEach(moved::add);
            keys.addAll(index.users(wtp));
        }
        for (final Mac bssid : VersionedMap.differing(before.vaps(), now.vaps())) {
            move(port(before.vaps(), bssid, Assignment.Vap::port), port(now.vaps(), bssid, Assignment.Vap::port),
                ports::moveHosted);
            keys.add(RuleKey.vap(bssid));
            differing(RuleContributors.wtps(bssid, before), RuleContributors.wtps(bssid, now))
                .forEach(wtp -> keys.add(RuleKey.vapAtWtp(bssid, wtp)));
        }
        for (final Mac address : VersionedMap.differing(before.virtualStations(), now.virtualStations())) {
            move(port(before.virtualStations(), address, Assignment.VirtualStation::port),
                port(now.virtualStations(), address, Assignment.VirtualStation::port), ports::moveHosted);
            keys.add(RuleKey.virtualStation(address));
        }
        VersionedMap.differing(before.stations(), now.stations()).forEach(key -> keys.add(RuleKey.station(key)));
        VersionedMap.differing(before.probes(), now.probes()).forEach(key -> keys.add(RuleKey.probe(key)));
    }

    private void move(final PortId from, final PortId to, final BiConsumer<PortId, PortId> use) {
        if (from != null && from.equals(to)) {
            return;
        }
        use.accept(from, to);
        Stream.of(from, to).filter(Objects::nonNull).map(RuleKey::atPort).forEach(keys::add);
    }

    private static <V> PortId port(final Map<Mac, V> map, final Mac key, final Function<V, PortId> port) {
        final V value = map.get(key);
        return value == null ? null : port.apply(value);
    }

    /** Adds the keys that depend on VAPs whose host is elsewhere now. */
    private void addUsers(final Assignment before, final Assignment now, final KeyIndex index) {
        final List<Mac> vaps = keys.stream().filter(key -> key.kind() == RuleKey.Contributor.VAP).map(RuleKey::address)
            .toList();
        for (final Mac bssid : vaps) {
            if (!Objects.equals(port(before.vaps(), bssid, Assignment.Vap::port),
                    port(now.vaps(), bssid, Assignment.Vap::port))) {
                keys.addAll(index.users(bssid));
            }
        }
    }

    /** Returns the members of one set that the other lacks. */
    static <T> Set<T> differing(final Set<T> before, final Set<T> now) {
        if (before == now) {
            return Set.of();
        }
        final Set<T> found = new HashSet<>();
        before.stream().filter(each -> !now.contains(each)).forEach(found::add);
        now.stream().filter(each -> !before.contains(each)).forEach(found::add);
        return found;
    }
}
