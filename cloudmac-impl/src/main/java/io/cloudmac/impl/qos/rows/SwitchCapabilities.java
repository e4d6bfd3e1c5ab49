// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.qos.rows;

import io.cloudmac.impl.qos.strategies.Leaf;
import io.cloudmac.impl.qos.strategies.PortQos;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The QoS types that Open vSwitch offers at a port, from the status of its interface.
 *
 * @param types the types; empty if the status has none, which identifies an Open vSwitch without the CloudMAC patches
 * @param error why Open vSwitch cannot apply the rows; empty if there is no error
 */
public record SwitchCapabilities(Optional<Set<String>> types, String error) {
    /** The offer of an Open vSwitch without the CloudMAC patches. */
    public static final SwitchCapabilities STOCK = new SwitchCapabilities(Optional.empty(), "");

    private static final String SERIES = "needs the CloudMAC series (ovs-patches)";
    private static final Set<String> FIFOS = Set.of("pfifo", "bfifo");

    /** Options of QoS rows that work without the patches. */
    private static final Map<String, Set<String>> STOCK_OPTIONS = Map.of(
        PortQos.HTB, Set.of("max-rate"),
        PortQos.HFSC, Set.of("max-rate"),
        "linux-sfq", Set.of("quantum", "perturb"),
        "linux-codel", Set.of("target", "interval", "limit"),
        "linux-fq_codel", Set.of("target", "interval", "limit", "flows", "quantum"));
    /** Options of Queue rows that work without the patches. */
    private static final Set<String> STOCK_QUEUE_OPTIONS = Set.of("min-rate", "max-rate", "burst", "priority");

    /** Reads the status of an interface. */
    public static SwitchCapabilities of(final Map<String, String> status) {
        return new SwitchCapabilities(Optional.ofNullable(status.get("qos_types")).map(types ->
            Arrays.stream(types.split("\\s+")).filter(type -> !type.isEmpty())
                .collect(Collectors.toCollection(TreeSet::new))), status.getOrDefault("qos_error", ""));
    }

    /** Returns true if it passes changed options of every qdisc to the kernel. */
    public boolean changesLive() {
        return types.isPresent();
    }

    /**
     * Returns true if the switch must remove a row before it gets {@code next}. Without the CloudMAC patches, Open
     * vSwitch passes the options of a classless qdisc to the kernel only when it installs the qdisc. If only the
     * options change, it updates its own records but not the kernel (observed in 3.1 to 4.0). With the patches, it
     * changes options live or reinstalls the qdisc itself.
     */
    public boolean needsReinstall(final PortQos present, final PortQos next) {
        return !changesLive() && present.type().equals(next.type()) && !present.isClassful()
            && !present.options().equals(next.options());
    }

    /**
     * Returns what the switch lacks for these rows; empty if it can apply them.
     *
     * @param port the name of the switch port in the text
     */
    public Optional<String> missingFeature(final PortQos rows, final String port) {
        return types.map(offered -> missingType(rows, offered, port)).orElseGet(() -> missingInStock(rows, port));
    }

    private static Optional<String> missingType(final PortQos rows, final Set<String> offered, final String port) {
        return needed(rows).stream().filter(type -> !offered.contains(type)).findFirst().map(type ->
            "switch port " + port + " has no QoS type " + type + ": its Open vSwitch offers " + (offered.isEmpty()
                ? "none" : String.join(", ", offered)) + "; the type " + SERIES);
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

    /** Returns the QoS types that rows need, including those of leaves. */
    private static Set<String> needed(final PortQos rows) {
        final Set<String> needed = new TreeSet<>(Set.of(rows.type()));
        rows.queues().values().stream().map(queue -> queue.get(Leaf.KIND))
            .filter(kind -> kind != null && !FIFOS.contains(kind)).map(PortQos.LINUX::concat).forEach(needed::add);
        return needed;
    }
}
