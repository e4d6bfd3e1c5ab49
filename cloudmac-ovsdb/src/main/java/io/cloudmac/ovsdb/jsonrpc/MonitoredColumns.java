// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.ovsdb.jsonrpc;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.cloudmac.ovsdb.db.DbSchema;
import io.cloudmac.ovsdb.plan.Tables;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Names the columns to monitor. Columns that a switch's schema lacks are left out. */
final class MonitoredColumns {
    /** Columns that the operational datastore shows or that reconciliation needs. */
    static final Map<String, Set<String>> WANTED = Map.of(
        Tables.OPEN_VSWITCH, Set.of("bridges", "manager_options", "other_config", "external_ids", "ovs_version",
            "db_version", "datapath_types", "iface_types", "next_cfg", "cur_cfg"),
        Tables.BRIDGE, Set.of("name", "datapath_type", "datapath_id", "stp_enable", "ports", "controller",
            "protocols", "fail_mode", "mirrors", "other_config", "external_ids"),
        Tables.PORT, Set.of("name", "interfaces", "trunks", "tag", "vlan_mode", "qos", "other_config",
            "external_ids"),
        Tables.INTERFACE, Set.of("name", "type", "options", "ingress_policing_rate", "ingress_policing_burst",
            "mac_in_use", "mac", "ifindex", "external_ids", "ofport", "ofport_request", "bfd", "bfd_status",
            "lldp", "other_config", "link_speed", "link_state", "admin_state", "error", "status", "statistics"),
        Tables.MIRROR, Set.of("name", "select_all", "select_src_port", "select_dst_port", "select_vlan",
            "output_port", "output_vlan", "snaplen", "external_ids", "statistics"),
        Tables.CONTROLLER, Set.of("target", "is_connected", "max_backoff", "inactivity_probe", "external_ids"),
        Tables.MANAGER, Set.of("target", "is_connected", "status"),
        Tables.QOS, Set.of("type", "queues", "other_config", "external_ids"),
        Tables.QUEUE, Set.of("dscp", "other_config", "external_ids"));

    private MonitoredColumns() {
    }

    /** Returns the monitor-requests for a schema that is already restricted to the wanted columns. */
    static ObjectNode requests(final DbSchema schema, final boolean conditional) {
        final ObjectNode requests = JsonNodeFactory.instance.objectNode();
        new TreeMap<>(schema.tables()).forEach((table, columns) -> {
            final ObjectNode request = JsonNodeFactory.instance.objectNode();
            columns.keySet().stream().sorted().forEach(request.withArray("columns")::add);
            if (conditional) {
                requests.putArray(table).add(request);
            } else {
                requests.set(table, request);
            }
        });
        return requests;
    }
}
