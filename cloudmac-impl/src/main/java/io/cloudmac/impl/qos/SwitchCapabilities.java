// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.qos;

import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * What the Open vSwitch of a port can do about queues, as the status of its interface tells.
 *
 * @param types the types that it offers; empty: it does not say, which is how one without CloudMAC's patches is known
 * @param error why it could not set up what it was told; empty: nothing is wrong
 */
record SwitchCapabilities(Optional<Set<String>> types, String error) {
    /** One without CloudMAC's patches. */
    static final SwitchCapabilities STOCK = new SwitchCapabilities(Optional.empty(), "");

    private static final String SERIES = "needs the CloudMAC series (ovs-patches)";
    private static final Set<String> FIFOS = Set.of("pfifo", "bfifo");

    /** Options of the QoS rows of an Open vSwitch without the patches. */
    private static final Map<String, Set<String>> STOCK_OPTIONS = Map.of(
        PortQos.HTB, Set.of("max-rate"),
        PortQos.HFSC, Set.of("max-rate"),
        "linux-sfq", Set.of("quantum", "perturb"),
        "linux-codel", Set.of("target", "interval", "limit"),
        "linux-fq_codel", Set.of("target", "interval", "limit", "flows", "quantum"));
    /** Options of its Queue rows. */
    private static final Set<String> STOCK_QUEUE_OPTIONS = Set.of("min-rate", "max-rate", "burst", "priority");

    /** Reads the status of an interface. */
    static SwitchCapabilities of(final Map<String, String> status) {
        return new SwitchCapabilities(Optional.ofNullable(status.get("qos_types")).map(types ->
            Arrays.stream(types.split("\\s+")).filter(type -> !type.isEmpty())
                .collect(Collectors.toCollection(TreeSet::new))), status.getOrDefault("qos_error", ""));
    }

    /** Whether it brings changed options of any qdisc to the kernel. */
    boolean changesLive() {
        return types.isPresent();
    }

    /**
     * Says what it lacks for these rows; empty: nothing.
     *
     * @param port how to name the switch port
     */
    Optional<String> lacks(final PortQos rows, final String port) {
        return types.map(offered -> missingType(rows, offered, port)).orElseGet(() -> missingInStock(rows, port));
    }

    private static Optional<String> missingType(final PortQos rows, final Set<String> offered, final String port) {
        return needed(rows).stream().filter(type -> !offered.contains(type)).findFirst().map(type ->
            "switch port " + port + " has no QoS type " + type + ": its Open vSwitch offers " + (offered.isEmpty()
                ? "none" : String.join(", ", offered)) + " there, and " + SERIES + " that has it");
    }

    private static Optional<String> missingInStock(final PortQos rows, final String port) {
        final Set<String> known = STOCK_OPTIONS.get(rows.type());
        if (known == null) {
            return Optional.of("switch port " + port + " has no QoS type " + rows.type() + ": its Open vSwitch "
                + SERIES);
        }
        final Set<String> unknown = new TreeSet<>(rows.options().keySet());
        unknown.removeAll(known);
        final Set<String> unknownOfQueues = new TreeSet<>();
        rows.queues().values().forEach(queue -> unknownOfQueues.addAll(queue.keySet()));
        unknownOfQueues.removeAll(STOCK_QUEUE_OPTIONS);
        if (unknown.isEmpty() && unknownOfQueues.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of("switch port " + port + " cannot set " + (unknown.isEmpty()
            ? String.join(", ", unknownOfQueues) + " of a queue"
            : String.join(", ", unknown) + " of QoS type " + rows.type()) + ": its Open vSwitch " + SERIES);
    }

    /** The types that rows are made of, leaves included. */
    private static Set<String> needed(final PortQos rows) {
        final Set<String> needed = new TreeSet<>(Set.of(rows.type()));
        rows.queues().values().stream().map(queue -> queue.get(Leaf.KIND))
            .filter(kind -> kind != null && !FIFOS.contains(kind)).map(PortQos.LINUX::concat).forEach(needed::add);
        return needed;
    }
}
