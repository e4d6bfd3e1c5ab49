// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.ovsdb.southbound;

import io.cloudmac.ovsdb.db.Row;
import io.cloudmac.ovsdb.db.RowKey;
import io.cloudmac.ovsdb.db.Snapshot;
import io.cloudmac.ovsdb.plan.Tables;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.opendaylight.yang.gen.v1.urn.cloudmac.ovsdb.rev261121.LinkState;
import org.opendaylight.yang.gen.v1.urn.cloudmac.ovsdb.rev261121.PortProgrammingBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.ovsdb.rev261121.port.programming.StatusBuilder;
import org.opendaylight.yang.gen.v1.urn.ietf.params.xml.ns.yang.ietf.yang.types.rev130715.MacAddress;
import org.opendaylight.yang.gen.v1.urn.ietf.params.xml.ns.yang.ietf.yang.types.rev130715.Uuid;
import org.opendaylight.yang.gen.v1.urn.opendaylight.l2.types.rev130827.VlanId;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.OvsdbPortInterfaceAttributes.VlanMode;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.OvsdbQosRef;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.OvsdbTerminationPointAugmentationBuilder;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.ovsdb.port._interface.attributes.InterfaceBfdBuilder;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.ovsdb.port._interface.attributes.InterfaceBfdStatusBuilder;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.ovsdb.port._interface.attributes.InterfaceExternalIdsBuilder;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.ovsdb.port._interface.attributes.InterfaceLldpBuilder;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.ovsdb.port._interface.attributes.InterfaceOtherConfigsBuilder;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.ovsdb.port._interface.attributes.OptionsBuilder;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.ovsdb.port._interface.attributes.PortExternalIdsBuilder;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.ovsdb.port._interface.attributes.PortOtherConfigsBuilder;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.ovsdb.port._interface.attributes.QosEntryBuilder;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.ovsdb.port._interface.attributes.TrunksBuilder;
import org.opendaylight.yang.gen.v1.urn.tbd.params.xml.ns.yang.network.topology.rev131021.NodeId;
import org.opendaylight.yang.gen.v1.urn.tbd.params.xml.ns.yang.network.topology.rev131021.TpId;
import org.opendaylight.yang.gen.v1.urn.tbd.params.xml.ns.yang.network.topology.rev131021.network.topology.topology.node.TerminationPoint;
import org.opendaylight.yang.gen.v1.urn.tbd.params.xml.ns.yang.network.topology.rev131021.network.topology.topology.node.TerminationPointBuilder;
import org.opendaylight.yangtools.yang.common.Uint16;
import org.opendaylight.yangtools.yang.common.Uint32;
import org.opendaylight.yangtools.yang.common.Uint64;

/** Translates a port and its interface to a termination point. */
final class PortTranslator {
    private static final Uint32 ONLY_QOS = Uint32.ONE;
    private static final long MAX_UINT32 = 0xffffffffL;

    private final NodeId switchId;
    private final Snapshot snapshot;
    private final Map<RowKey, EntryState> states;

    PortTranslator(final NodeId switchId, final Snapshot snapshot, final Map<RowKey, EntryState> states) {
        this.switchId = switchId;
        this.snapshot = snapshot;
        this.states = states;
    }

    TerminationPoint translate(final Row port) {
        final String name = port.string(Tables.NAME).orElseThrow();
        final OvsdbTerminationPointAugmentationBuilder ovsdb = new OvsdbTerminationPointAugmentationBuilder()
            .setName(name)
            .setPortUuid(new Uuid(port.uuid().toString()));
        addPort(ovsdb, port);
        final PortProgrammingBuilder ours = new PortProgrammingBuilder().setOfport(numbers(port));
        mainInterface(port, name).ifPresent(iface -> {
            addInterface(ovsdb, iface);
            addInterfaceLists(ovsdb, iface);
            ours.setLinkSpeed(iface.integer("link_speed").filter(speed -> speed >= 0)
                    .map(Uint64::valueOf).orElse(null))
                .setLinkState(iface.string("link_state").map(LinkState::forName).orElse(null))
                .setAdminState(iface.string("admin_state").map(LinkState::forName).orElse(null))
                .setError(iface.string("error").orElse(null))
                .setStatus(KeyedLists.of(iface.stringMap("status"), (key, value) ->
                    new StatusBuilder().setName(key).setValue(value).build()))
                .setStatistic(MirrorTranslator.statistics(iface));
        });
        final EntryState state = states.get(new RowKey(Tables.PORT, name));
        ours.setProgramming(state == null ? null : state.toBinding());
        return new TerminationPointBuilder().setTpId(new TpId(name))
            .addAugmentation(ovsdb.build()).addAugmentation(ours.build()).build();
    }

    /** Returns a configured port that the switch lacks: it has only its programming state. */
    static TerminationPoint missing(final String name, final EntryState state) {
        return new TerminationPointBuilder().setTpId(new TpId(name)).addAugmentation(
            new PortProgrammingBuilder().setProgramming(state.toBinding()).build()).build();
    }

    /** Returns the interface to show. A bond has several and usually none of its own name; the choice is stable. */
    private Optional<Row> mainInterface(final Row port, final String name) {
        final List<Row> interfaces = interfaces(port).toList();
        return interfaces.stream().filter(row -> row.string(Tables.NAME).filter(name::equals).isPresent())
            .findFirst().or(() -> interfaces.stream().findFirst());
    }

    /** Returns the OpenFlow numbers of all interfaces of a port; null if it has none. */
    private Set<Uint32> numbers(final Row port) {
        final Set<Uint32> numbers = interfaces(port)
            .flatMap(iface -> Stream.ofNullable(uint32(iface, "ofport"))).collect(Collectors.toSet());
        return numbers.isEmpty() ? null : numbers;
    }

    private Stream<Row> interfaces(final Row port) {
        return port.references("interfaces").stream().sorted()
            .flatMap(uuid -> snapshot.row(Tables.INTERFACE, uuid).stream());
    }

    private void addPort(final OvsdbTerminationPointAugmentationBuilder ovsdb, final Row port) {
        ovsdb.setVlanTag(port.integer("tag").map(PortTranslator::vlan).orElse(null))
            .setVlanMode(port.string("vlan_mode").map(VlanMode::forName).orElse(null))
            .setTrunks(port.column("trunks").atomSet().stream().map(Long.class::cast).sorted()
                .map(trunk -> new TrunksBuilder().setTrunk(vlan(trunk)).build()).toList())
            .setPortExternalIds(KeyedLists.of(port.stringMap(Tables.EXTERNAL_IDS), (key, value) ->
                new PortExternalIdsBuilder().setExternalIdKey(key).setExternalIdValue(value).build()))
            .setPortOtherConfigs(KeyedLists.of(port.stringMap(Tables.OTHER_CONFIG), (key, value) ->
                new PortOtherConfigsBuilder().setOtherConfigKey(key).setOtherConfigValue(value).build()))
            .setQosEntry(KeyedLists.of(port.column("qos").single(UUID.class)
                .flatMap(uuid -> snapshot.row(Tables.QOS, uuid)).stream(),
                qos -> new QosEntryBuilder().setQosKey(ONLY_QOS)
                    .setQosRef(new OvsdbQosRef(Paths.qos(switchId, QosTranslator.qosKey(qos)))).build()));
    }

    private static void addInterface(final OvsdbTerminationPointAugmentationBuilder ovsdb, final Row iface) {
        ovsdb.setInterfaceUuid(new Uuid(iface.uuid().toString()))
            .setInterfaceType(iface.string("type").map(Identities.INTERFACE_TYPES::get).orElse(null))
            .setIfindex(uint32(iface, "ifindex"))
            .setOfport(uint32(iface, "ofport"))
            .setOfportRequest(iface.integer("ofport_request").map(port -> Uint16.valueOf(port.intValue()))
                .orElse(null))
            .setMac(mac(iface, "mac"))
            .setMacInUse(mac(iface, "mac_in_use"))
            .setIngressPolicingRate(uint32(iface, "ingress_policing_rate"))
            .setIngressPolicingBurst(uint32(iface, "ingress_policing_burst"));
    }

    private static void addInterfaceLists(final OvsdbTerminationPointAugmentationBuilder ovsdb,
            final Row iface) {
        ovsdb.setOptions(KeyedLists.of(iface.stringMap("options"), (key, value) ->
                new OptionsBuilder().setOption(key).setValue(value).build()))
            .setInterfaceExternalIds(KeyedLists.of(iface.stringMap(Tables.EXTERNAL_IDS), (key, value) ->
                new InterfaceExternalIdsBuilder().setExternalIdKey(key).setExternalIdValue(value).build()))
            .setInterfaceOtherConfigs(KeyedLists.of(iface.stringMap(Tables.OTHER_CONFIG), (key, value) ->
                new InterfaceOtherConfigsBuilder().setOtherConfigKey(key).setOtherConfigValue(value).build()))
            .setInterfaceLldp(KeyedLists.of(iface.stringMap("lldp"), (key, value) ->
                new InterfaceLldpBuilder().setLldpKey(key).setLldpValue(value).build()))
            .setInterfaceBfd(KeyedLists.of(iface.stringMap("bfd"), (key, value) ->
                new InterfaceBfdBuilder().setBfdKey(key).setBfdValue(value).build()))
            .setInterfaceBfdStatus(KeyedLists.of(iface.stringMap("bfd_status"), (key, value) ->
                new InterfaceBfdStatusBuilder().setBfdStatusKey(key).setBfdStatusValue(value).build()));
    }

    /** Reads a number; the switch writes -1 for "none", which the model does not allow. */
    private static Uint32 uint32(final Row row, final String column) {
        return row.integer(column).filter(value -> value >= 0 && value <= MAX_UINT32)
            .map(Uint32::valueOf).orElse(null);
    }

    private static MacAddress mac(final Row row, final String column) {
        return row.string(column).filter(mac -> mac.matches("[0-9a-fA-F]{2}(:[0-9a-fA-F]{2}){5}"))
            .map(MacAddress::new).orElse(null);
    }

    private static VlanId vlan(final Long tag) {
        return new VlanId(Uint16.valueOf(tag.intValue()));
    }
}
