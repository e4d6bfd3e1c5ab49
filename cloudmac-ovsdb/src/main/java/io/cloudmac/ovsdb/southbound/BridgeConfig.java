// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.ovsdb.southbound;

import io.cloudmac.ovsdb.db.Datum;
import io.cloudmac.ovsdb.db.RowKey;
import io.cloudmac.ovsdb.plan.DesiredRow;
import io.cloudmac.ovsdb.plan.RowContent;
import io.cloudmac.ovsdb.plan.Tables;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.opendaylight.yang.gen.v1.urn.cloudmac.ovsdb.rev261121.node.programming.Mirror;
import org.opendaylight.yang.gen.v1.urn.cloudmac.ovsdb.rev261121.node.programming.mirror.output.OutputPort;
import org.opendaylight.yang.gen.v1.urn.cloudmac.ovsdb.rev261121.node.programming.mirror.output.OutputVlan;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.OvsdbBridgeAugmentation;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.ovsdb.bridge.attributes.BridgeExternalIds;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.ovsdb.bridge.attributes.BridgeOtherConfigs;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.ovsdb.bridge.attributes.ControllerEntry;
import org.opendaylight.yang.gen.v1.urn.tbd.params.xml.ns.yang.network.topology.rev131021.TpId;

/** Translates configured bridges with their controllers, and mirrors. */
final class BridgeConfig {
    private static final Datum FALSE = Datum.of(false);
    private static final String DATAPATH_ID = "datapath-id";

    private BridgeConfig() {
    }

    /**
     * Translates a bridge. The plan inserts it with its own port if the switch lacks it.
     *
     * @param mark path of the node
     */
    static DesiredRow row(final RowKey key, final String mark, final OvsdbBridgeAugmentation bridge) {
        final Map<String, String> other = Columns.map(bridge.nonnullBridgeOtherConfigs().values(),
            BridgeOtherConfigs::getBridgeOtherConfigKey, BridgeOtherConfigs::getBridgeOtherConfigValue);
        if (bridge.getDatapathId() != null) {
            other.putIfAbsent(DATAPATH_ID, bridge.getDatapathId().getValue().replace(":", ""));
        }
        final Columns columns = new Columns()
            .value("datapath_type", bridge.getDatapathType() == null ? null
                : Identities.datapathType(bridge.getDatapathType()), Datum.of(""))
            .value("fail_mode", bridge.getFailMode() == null ? null : Identities.failMode(bridge.getFailMode()))
            .value("stp_enable", bridge.getStpEnable(), FALSE)
            .set("protocols", protocols(bridge))
            .map(Tables.OTHER_CONFIG, other.entrySet(), Map.Entry::getKey, Map.Entry::getValue)
            .map(Tables.EXTERNAL_IDS, bridge.nonnullBridgeExternalIds().values(),
                BridgeExternalIds::getBridgeExternalIdKey, BridgeExternalIds::getBridgeExternalIdValue);
        final List<RowContent> parts = new ArrayList<>();
        parts.add(ownPort(key.id()));
        bridge.nonnullControllerEntry().values().forEach(entry -> parts.add(controller(entry, mark)));
        return new DesiredRow(key, Tables.ROOT, true,
            new RowContent(Tables.BRIDGE, key.id(), columns.configured(), columns.defaults(), mark, parts));
    }

    /**
     * Translates a mirror.
     *
     * @param mark path of the mirror
     */
    static DesiredRow mirror(final RowKey key, final RowKey bridge, final String mark, final Mirror mirror) {
        final Columns columns = new Columns()
            .value("select_all", mirror.getSelectAll(), FALSE)
            .set("select_src_port", ports(mirror.getSelectSrcPort()))
            .set("select_dst_port", ports(mirror.getSelectDstPort()))
            .set("select_vlan", vlans(mirror))
            .value("output_port", mirror.getOutput() instanceof OutputPort port && port.getOutputPort() != null
                ? port(port.getOutputPort()) : null)
            .value("output_vlan", mirror.getOutput() instanceof OutputVlan vlan && vlan.getOutputVlan() != null
                ? vlan.getOutputVlan().longValue() : null)
            .value("snaplen", mirror.getSnaplen() == null ? null : mirror.getSnaplen().longValue());
        final Map<String, Datum> defaults = new LinkedHashMap<>(columns.defaults());
        defaults.put(Tables.EXTERNAL_IDS, Datum.EMPTY_MAP);
        return new DesiredRow(key, bridge, true, new RowContent(Tables.MIRROR, mirror.requireName(),
            columns.configured(), defaults, mark, List.of()));
    }

    /** Returns the port that every bridge has under its own name. It goes with the bridge, so it has no mark. */
    private static RowContent ownPort(final String bridge) {
        return new RowContent(Tables.PORT, bridge, Map.of(), Map.of(), null, List.of(
            new RowContent(Tables.INTERFACE, bridge, Map.of("type", Datum.of("internal")), Map.of(), null, List.of())));
    }

    private static RowContent controller(final ControllerEntry entry, final String mark) {
        final Columns columns = new Columns()
            .value("max_backoff", entry.getMaxBackoff() == null ? null : entry.getMaxBackoff().longValue())
            .value("inactivity_probe",
                entry.getInactivityProbe() == null ? null : entry.getInactivityProbe().longValue());
        return new RowContent(Tables.CONTROLLER, entry.requireTarget().getValue(), columns.configured(),
            columns.defaults(), mark, List.of());
    }

    private static Set<String> protocols(final OvsdbBridgeAugmentation bridge) {
        final Set<String> protocols = new LinkedHashSet<>();
        bridge.nonnullProtocolEntry().values()
            .forEach(entry -> protocols.add(Identities.protocol(entry.requireProtocol())));
        return protocols;
    }

    private static Set<RowKey> ports(final Collection<TpId> names) {
        final Set<RowKey> ports = new LinkedHashSet<>();
        if (names != null) {
            names.forEach(name -> ports.add(port(name)));
        }
        return ports;
    }

    private static RowKey port(final TpId name) {
        return new RowKey(Tables.PORT, name.getValue());
    }

    private static Set<Long> vlans(final Mirror mirror) {
        final Set<Long> vlans = new LinkedHashSet<>();
        if (mirror.getSelectVlan() != null) {
            mirror.getSelectVlan().forEach(vlan -> vlans.add(vlan.longValue()));
        }
        return vlans;
    }
}
