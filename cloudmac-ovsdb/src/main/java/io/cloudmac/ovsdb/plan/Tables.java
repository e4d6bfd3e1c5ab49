// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.ovsdb.plan;

import io.cloudmac.ovsdb.db.Row;
import io.cloudmac.ovsdb.db.RowKey;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Names of the Open_vSwitch schema, and which rows are ours (as OpenDaylight marks them). */
public final class Tables {
    public static final String DATABASE = "Open_vSwitch";
    public static final String OPEN_VSWITCH = "Open_vSwitch";
    public static final String BRIDGE = "Bridge";
    public static final String PORT = "Port";
    public static final String INTERFACE = "Interface";
    public static final String CONTROLLER = "Controller";
    public static final String MANAGER = "Manager";
    public static final String QOS = "QoS";
    public static final String QUEUE = "Queue";

    public static final String EXTERNAL_IDS = "external_ids";
    public static final String OTHER_CONFIG = "other_config";
    public static final String NAME = "name";

    /**
     * The key in external_ids that marks a row as ours, by table. They are upstream's, so that its
     * southbound and ours can take over from each other.
     */
    static final Map<String, String> MARKS =
        Map.of(QUEUE, "opendaylight-queue-id", QOS, "opendaylight-qos-id");

    /** Tables whose rows we own, referred-to ones first: the order in which rows are made. */
    static final List<String> OWNED = List.of(QUEUE, QOS);

    /**
     * A column that can hold references to rows that we own.
     *
     * @param table  table that has the column
     * @param column the column
     * @param target table that it refers to
     */
    record Reference(String table, String column, String target) {
    }

    static final List<Reference> REFERENCES =
        List.of(new Reference(PORT, "qos", QOS), new Reference(QOS, "queues", QUEUE));

    private Tables() {
    }

    /** The external_ids key that marks a row of this table as ours. */
    public static String mark(final String table) {
        return MARKS.get(table);
    }

    /** The key of a row that bears our mark; of any other row nothing. */
    public static Optional<RowKey> owned(final String table, final Row row) {
        final String mark = MARKS.get(table);
        return mark != null && row.column(EXTERNAL_IDS).map().get(mark) instanceof String id
            ? Optional.of(new RowKey(table, id)) : Optional.empty();
    }
}
