// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.ovsdb.plan;

import io.cloudmac.ovsdb.db.Row;
import io.cloudmac.ovsdb.db.RowKey;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Names of the Open_vSwitch schema, and which rows are ours (as OpenDaylight marks them). */
public final class Tables {
    public static final String DATABASE = "Open_vSwitch";
    public static final String OPEN_VSWITCH = "Open_vSwitch";
    public static final String BRIDGE = "Bridge";
    public static final String PORT = "Port";
    public static final String INTERFACE = "Interface";
    public static final String MIRROR = "Mirror";
    public static final String CONTROLLER = "Controller";
    public static final String MANAGER = "Manager";
    public static final String QOS = "QoS";
    public static final String QUEUE = "Queue";

    public static final String EXTERNAL_IDS = "external_ids";
    public static final String OTHER_CONFIG = "other_config";
    public static final String NAME = "name";
    public static final String TARGET = "target";

    /** The one row of the root table. */
    public static final RowKey ROOT = new RowKey(OPEN_VSWITCH, "");

    /**
     * The key in external_ids by which rows that are part of another are marked as made for a node, or a
     * part of one, of topology ovsdb:1; its value is that one's instance identifier.
     */
    public static final String PATH_MARK = "opendaylight-iid";

    /**
     * The key in external_ids that marks a row as ours, by table. They are upstream's, so that its
     * southbound and ours can take over from each other.
     */
    static final Map<String, String> MARKS = Map.of(
        QUEUE, "opendaylight-queue-id",
        QOS, "opendaylight-qos-id",
        BRIDGE, PATH_MARK,
        PORT, PATH_MARK,
        MIRROR, PATH_MARK,
        CONTROLLER, PATH_MARK);

    /** Tables whose rows stand for themselves, referred-to ones first: the order in which rows are made. */
    static final List<String> FREE = List.of(QUEUE, QOS);

    /**
     * A column that can hold references to rows that stand for themselves.
     *
     * @param table  table that has the column
     * @param column the column
     * @param target table that it refers to
     */
    record Reference(String table, String column, String target) {
    }

    static final List<Reference> REFERENCES =
        List.of(new Reference(PORT, "qos", QOS), new Reference(QOS, "queues", QUEUE));

    /**
     * Rows that are part of another: the database keeps them for as long as it refers to them.
     *
     * @param parent table that has the column
     * @param column the column
     * @param table  table of the parts
     * @param name   column of the part that tells it from its siblings
     */
    record Containment(String parent, String column, String table, String name) {
    }

    /** By table of the parts, in the order in which orphans are looked for: the great ones first. */
    static final List<Containment> CONTAINMENTS = List.of(
        new Containment(OPEN_VSWITCH, "bridges", BRIDGE, NAME),
        new Containment(BRIDGE, "ports", PORT, NAME),
        new Containment(PORT, "interfaces", INTERFACE, NAME),
        new Containment(BRIDGE, "mirrors", MIRROR, NAME),
        new Containment(BRIDGE, "controller", CONTROLLER, TARGET));

    /** Tables whose rows have a name that no other row of the table may have. */
    static final Set<String> UNIQUE = Set.of(BRIDGE, PORT, INTERFACE);

    private static final String TOPOLOGY = "topology-id='ovsdb:1'";

    private Tables() {
    }

    /** The external_ids key that marks a row of this table as ours. */
    public static String mark(final String table) {
        return MARKS.get(table);
    }

    /** Whether rows of this table stand for themselves rather than being part of another. */
    static boolean free(final String table) {
        return FREE.contains(table);
    }

    static Containment containment(final String table) {
        return CONTAINMENTS.stream().filter(containment -> containment.table().equals(table)).findFirst()
            .orElseThrow();
    }

    /** The key of a row that stands for itself and bears our mark; of any other row nothing. */
    public static Optional<RowKey> owned(final String table, final Row row) {
        return free(table) ? markOf(table, row).map(id -> new RowKey(table, id)) : Optional.empty();
    }

    /** Whether a row bears our mark. */
    public static boolean marked(final String table, final Row row) {
        return markOf(table, row).filter(mark -> free(table) || mark.contains(TOPOLOGY)).isPresent();
    }

    private static Optional<String> markOf(final String table, final Row row) {
        final String mark = MARKS.get(table);
        return mark != null && row.column(EXTERNAL_IDS).map().get(mark) instanceof String id
            ? Optional.of(id) : Optional.empty();
    }
}
