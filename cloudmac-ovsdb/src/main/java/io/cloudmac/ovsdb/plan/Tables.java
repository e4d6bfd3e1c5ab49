// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.ovsdb.plan;

import io.cloudmac.ovsdb.db.Row;
import io.cloudmac.ovsdb.db.RowKey;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Names of the Open_vSwitch schema, and the marks of rows that this controller owns. */
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

    /** The only row of the root table. */
    public static final RowKey ROOT = new RowKey(OPEN_VSWITCH, "");

    /**
     * Key in external_ids that marks contained rows as inserted for a node of topology ovsdb:1 or a part of
     * it. Its value is the instance identifier of that node or part.
     */
    public static final String PATH_MARK = "opendaylight-iid";

    /**
     * Key in external_ids that marks a row as owned, by table. The keys are those of OpenDaylight's own
     * southbound, so that either southbound can take over from the other.
     */
    static final Map<String, String> MARKS = Map.of(
        QUEUE, "opendaylight-queue-id",
        QOS, "opendaylight-qos-id",
        BRIDGE, PATH_MARK,
        PORT, PATH_MARK,
        MIRROR, PATH_MARK,
        CONTROLLER, PATH_MARK);

    /** Tables with independent rows, in order of insertion: referenced tables first. */
    static final List<String> INDEPENDENT = List.of(QUEUE, QOS);

    /**
     * A column that can hold references to independent rows.
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
     * A column that contains rows: the database keeps them as long as the column refers to them.
     *
     * @param parent table that has the column
     * @param column the column
     * @param table  table of the contained rows
     * @param name   column that identifies a contained row among its siblings
     */
    record Containment(String parent, String column, String table, String name) {
    }

    /** Containments in the order in which orphans are removed: outer rows first. */
    static final List<Containment> CONTAINMENTS = List.of(
        new Containment(OPEN_VSWITCH, "bridges", BRIDGE, NAME),
        new Containment(BRIDGE, "ports", PORT, NAME),
        new Containment(PORT, "interfaces", INTERFACE, NAME),
        new Containment(BRIDGE, "mirrors", MIRROR, NAME),
        new Containment(BRIDGE, "controller", CONTROLLER, TARGET));

    /** Tables in which the name of a row is unique. */
    static final Set<String> UNIQUE = Set.of(BRIDGE, PORT, INTERFACE);

    private static final String TOPOLOGY = "topology-id='ovsdb:1'";

    private Tables() {
    }

    /** Returns the external_ids key that marks a row of this table as owned. */
    public static String mark(final String table) {
        return MARKS.get(table);
    }

    /** Returns true for a table with independent rows, false for one with contained rows. */
    static boolean isIndependent(final String table) {
        return INDEPENDENT.contains(table);
    }

    static Containment containment(final String table) {
        return CONTAINMENTS.stream().filter(containment -> containment.table().equals(table)).findFirst()
            .orElseThrow();
    }

    /** Returns the key of a marked independent row; empty for any other row. */
    public static Optional<RowKey> owned(final String table, final Row row) {
        return isIndependent(table) ? markOf(table, row).map(id -> new RowKey(table, id)) : Optional.empty();
    }

    /** Returns true if a row bears the mark of this controller. */
    public static boolean isMarked(final String table, final Row row) {
        return markOf(table, row).filter(mark -> isIndependent(table) || mark.contains(TOPOLOGY)).isPresent();
    }

    private static Optional<String> markOf(final String table, final Row row) {
        final String mark = MARKS.get(table);
        return mark != null && row.column(EXTERNAL_IDS).map().get(mark) instanceof String id
            ? Optional.of(id) : Optional.empty();
    }
}
