// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.flow.plan;

import io.cloudmac.impl.binding.Assignment;
import io.cloudmac.impl.binding.Assignment.Origin;
import io.cloudmac.impl.binding.Assignment.ServingWtps;
import io.cloudmac.impl.binding.Assignment.Vap;
import io.cloudmac.impl.binding.Assignment.VirtualStation;
import io.cloudmac.impl.learned.StationKey;
import io.cloudmac.impl.radio.RadioRules;
import io.cloudmac.impl.radio.RadioRules.RadioRule;
import io.cloudmac.impl.radio.RadioRules.Setting;
import io.cloudmac.impl.topology.InterSwitchLink;
import io.cloudmac.impl.topology.Network;
import io.cloudmac.impl.topology.PortId;
import io.cloudmac.impl.wire.Mac;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A small network in which random events happen: few addresses and ports, so that WTPs, VAPs and virtual stations meet
 * at one port, share the last two octets, or sit behind a link between switches.
 */
final class RandomNetwork {
    private static final int SWITCHES = 4;
    private static final int PORTS = 4;

    private final Random random;
    private final HelloMeters hellos = new HelloMeters();
    private final CopySwitches copies = new CopySwitches();
    private final Map<Mac, PortId> wtps = new HashMap<>();
    private final Map<Mac, Vap> vaps = new HashMap<>();
    private final Map<StationKey, ServingWtps> stations = new HashMap<>();
    private final Map<StationKey, Mac> probes = new HashMap<>();
    private final Map<Mac, VirtualStation> virtual = new HashMap<>();
    private final Map<StationKey, RadioRule> radio = new HashMap<>();
    private final Map<Mac, RadioRule> radioOfVirtual = new HashMap<>();
    private final Set<Mac> silent = new HashSet<>();
    private final Set<String> connected = new HashSet<>(Set.of("openflow:1", "openflow:2"));
    private final Set<InterSwitchLink> links = new HashSet<>();
    private QueueLookup queues = QueueLookup.NONE;
    private boolean sampling;

    RandomNetwork(final long seed) {
        random = new Random(seed);
        IntStream.range(1, SWITCHES).forEach(number -> links.add(link(number)));
    }

    /** The switches form a ring; port 1 leads to the next switch, port 2 to the one before. */
    private static InterSwitchLink link(final int number) {
        return InterSwitchLink.between(new PortId("openflow:" + number, 1),
            new PortId("openflow:" + (number % SWITCHES + 1), 2));
    }

    /** Lets something happen, and returns its name. */
    String event() {
        final int kind = random.nextInt(100);
        if (kind < 12) {
            return named("WTP", this::changeWtp);
        } else if (kind < 26) {
            return named("VAP", this::changeVap);
        } else if (kind < 50) {
            return named("station", this::changeStation);
        } else if (kind < 58) {
            return named("copy", this::noteCopy);
        } else if (kind < 66) {
            return named("probe", this::changeProbe);
        } else if (kind < 78) {
            return named("virtual station", this::changeVirtualStation);
        } else if (kind < 86) {
            return named("silence", () -> toggle(silent, bssid()));
        } else if (kind < 89) {
            return named("link", () -> toggle(links, link(1 + random.nextInt(SWITCHES))));
        } else if (kind < 91) {
            return named("switch", () -> toggle(connected, "openflow:" + (1 + random.nextInt(SWITCHES))));
        } else if (kind < 94) {
            return named("sampling", () -> sampling = !sampling);
        } else if (kind < 97) {
            return named("radio rule", this::changeRadio);
        }
        return named("queues", this::changeQueues);
    }

    private static String named(final String name, final Runnable event) {
        event.run();
        return name;
    }

    private PortId port() {
        return new PortId("openflow:" + (1 + random.nextInt(SWITCHES)), 1 + random.nextInt(PORTS));
    }

    private Mac wtp() {
        return new Mac(0x02c1_0daa_0000L + random.nextInt(6));
    }

    /** Two of four BSSIDs have the same last two octets. */
    private Mac bssid() {
        final int number = random.nextInt(4);
        return new Mac(0x0200_0000_1200L + number % 3 + (number == 3 ? 0x1_0000L : 0));
    }

    private StationKey key() {
        return new StationKey(bssid(), new Mac(0x025a_0000_0000L + random.nextInt(5)));
    }

    private Mac virtualAddress() {
        final int number = random.nextInt(3);
        return new Mac(0x025b_0000_0a00L + number % 2 + (number == 2 ? 0x1_0000L : 0));
    }

    private <T> T one(final Collection<T> of) {
        return of.stream().sorted().skip(random.nextInt(of.size())).findFirst().orElseThrow();
    }

    private void changeWtp() {
        final Mac wtp = wtp();
        if (random.nextInt(3) > 0) {
            wtps.put(wtp, port());
        } else {
            wtps.remove(wtp);
            vaps.replaceAll((bssid, vap) -> new Vap(vap.port(), vap.frequency(), vap.wtps().stream()
                .filter(wtps::containsKey).collect(Collectors.toSet())));
            stations.values().removeIf(service -> !wtps.keySet().containsAll(service.uplinks())
                || !wtps.containsKey(service.downlink()));
            probes.values().removeIf(other -> !wtps.containsKey(other));
            virtual.replaceAll((address, station) -> new VirtualStation(station.port(), station.service()
                .filter(service -> wtps.keySet().containsAll(service.uplinks())
                    && wtps.containsKey(service.downlink()))));
        }
    }

    private void changeVap() {
        final Mac bssid = bssid();
        if (random.nextInt(4) > 0) {
            vaps.put(bssid, new Vap(port(), 2412 + 5 * random.nextInt(2),
                wtps.keySet().stream().sorted().filter(wtp -> random.nextBoolean()).collect(Collectors.toSet())));
        } else {
            vaps.remove(bssid);
            stations.keySet().removeIf(key -> key.bssid().equals(bssid));
            probes.keySet().removeIf(key -> key.bssid().equals(bssid));
        }
    }

    /** A station binds, moves, has two uplinks during a hand-over, or is no longer bound. */
    private void changeStation() {
        final StationKey key = key();
        if (random.nextInt(4) > 0 && vaps.containsKey(key.bssid()) && !wtps.isEmpty()) {
            stations.put(key, service());
        } else {
            stations.remove(key);
        }
    }

    /** The station may be unknown, or unbound before the rules are computed. */
    private void noteCopy() {
        copies.note(stations.isEmpty() || random.nextInt(4) == 0 ? key()
            : one(stations.keySet()), "openflow:" + (1 + random.nextInt(SWITCHES)));
    }

    private ServingWtps service() {
        final Mac downlink = one(wtps.keySet());
        return new ServingWtps(downlink, random.nextBoolean() ? Set.of(downlink)
            : new HashSet<>(List.of(downlink, one(wtps.keySet()))), Origin.AUTOMATIC);
    }

    private void changeProbe() {
        final StationKey key = key();
        if (random.nextBoolean() && vaps.containsKey(key.bssid()) && !wtps.isEmpty()) {
            probes.put(key, one(wtps.keySet()));
        } else {
            probes.remove(key);
        }
    }

    private void changeVirtualStation() {
        final Mac address = virtualAddress();
        if (random.nextInt(4) > 0) {
            virtual.put(address, new VirtualStation(port(),
                wtps.isEmpty() || random.nextInt(3) == 0 ? Optional.empty() : Optional.of(service())));
        } else {
            virtual.remove(address);
        }
    }

    private void changeRadio() {
        if (random.nextBoolean()) {
            changeRadio(radio, key());
        } else {
            changeRadio(radioOfVirtual, virtualAddress());
        }
    }

    private <K> void changeRadio(final Map<K, RadioRule> rules, final K key) {
        if (rules.remove(key) == null) {
            rules.put(key, RadioRule.of(new Setting(12, 5 + random.nextInt(3))));
        }
    }

    /** Some ports have a queue for one user priority, or for all. */
    private void changeQueues() {
        final int number = 1 + random.nextInt(PORTS);
        final boolean all = random.nextBoolean();
        queues = random.nextInt(3) == 0 ? new QueueLookup() {
            @Override
            public OptionalLong queue(final PortId port, final int priority) {
                return OptionalLong.empty();
            }
        } : (port, priority) -> port.number() == number && (all || priority == 6)
            ? OptionalLong.of(number) : OptionalLong.empty();
    }

    private static <T> void toggle(final Set<T> set, final T member) {
        if (!set.remove(member)) {
            set.add(member);
        }
    }

    PlanInputs inputs() {
        hellos.follow(virtual.keySet());
        return new PlanInputs(new Assignment(wtps, vaps, stations, Set.of(), probes, virtual, Set.of()),
            new Network(connected, Map.of(), links),
            new RadioRules(Map.copyOf(radioOfVirtual), Map.copyOf(radio)), queues, silent,
            sampling, hellos, copies);
    }
}
