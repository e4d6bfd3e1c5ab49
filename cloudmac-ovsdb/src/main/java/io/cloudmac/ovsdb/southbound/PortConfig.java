// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.ovsdb.southbound;

import io.cloudmac.ovsdb.db.Datum;
import io.cloudmac.ovsdb.db.RowKey;
import io.cloudmac.ovsdb.plan.DesiredRow;
import io.cloudmac.ovsdb.plan.RowContent;
import io.cloudmac.ovsdb.plan.Tables;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.OvsdbTerminationPointAugmentation;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.ovsdb.port._interface.attributes.InterfaceBfd;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.ovsdb.port._interface.attributes.InterfaceExternalIds;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.ovsdb.port._interface.attributes.InterfaceLldp;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.ovsdb.port._interface.attributes.InterfaceOtherConfigs;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.ovsdb.port._interface.attributes.Options;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.ovsdb.port._interface.attributes.PortExternalIds;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.ovsdb.port._interface.attributes.PortOtherConfigs;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.ovsdb.port._interface.attributes.Trunks;
import org.opendaylight.yangtools.yang.common.Uint16;
import org.opendaylight.yangtools.yang.common.Uint32;

/**
 * Translates a configured termination point: a port with one interface of the same name. With an
 * interface-type, the plan inserts the port. Without, the entry applies to a port that another client makes,
 * and waits for it.
 */
final class PortConfig {
    private static final Datum ZERO = Datum.of(0L);

    private PortConfig() {
    }

    /**
     * Translates a termination point.
     *
     * @param bridge the bridge of the port
     * @param mark   path of the termination point
     * @param qos    the QoS entry of the port, or null
     * @throws IllegalArgumentException if the configuration is invalid
     */
    static DesiredRow row(final RowKey key, final RowKey bridge, final String mark,
            final OvsdbTerminationPointAugmentation tp, final RowKey qos) {
        final Columns port = new Columns()
            .value("tag", tp.getVlanTag() == null ? null : tp.getVlanTag().getValue().longValue())
            .set("trunks", trunks(tp))
            .value("vlan_mode", tp.getVlanMode() == null ? null : tp.getVlanMode().getName())
            .value("qos", qos)
            .map(Tables.OTHER_CONFIG, tp.nonnullPortOtherConfigs().values(),
                PortOtherConfigs::getOtherConfigKey, PortOtherConfigs::getOtherConfigValue)
            .map(Tables.EXTERNAL_IDS, tp.nonnullPortExternalIds().values(),
                PortExternalIds::getExternalIdKey, PortExternalIds::getExternalIdValue);
        final boolean made = tp.getInterfaceType() != null;
        return new DesiredRow(key, bridge, made, new RowContent(Tables.PORT, key.id(), port.configured(),
            port.defaults(), mark, List.of(iface(key.id(), tp))));
    }

    private static RowContent iface(final String name, final OvsdbTerminationPointAugmentation tp) {
        final Columns columns = new Columns()
            .value("type", tp.getInterfaceType() == null ? null : Identities.interfaceType(tp.getInterfaceType()),
                Datum.of(""))
            .value("mac", tp.getMac() == null ? null : tp.getMac().getValue())
            .value("ofport_request", number(tp.getOfportRequest()))
            .value("ingress_policing_rate", number(tp.getIngressPolicingRate()), ZERO)
            .value("ingress_policing_burst", number(tp.getIngressPolicingBurst()), ZERO)
            .map("options", tp.nonnullOptions().values(), Options::getOption, Options::getValue)
            .map("lldp", tp.nonnullInterfaceLldp().values(), InterfaceLldp::getLldpKey, InterfaceLldp::getLldpValue)
            .map("bfd", tp.nonnullInterfaceBfd().values(), InterfaceBfd::getBfdKey, InterfaceBfd::getBfdValue)
            .map(Tables.OTHER_CONFIG, tp.nonnullInterfaceOtherConfigs().values(),
                InterfaceOtherConfigs::getOtherConfigKey, InterfaceOtherConfigs::getOtherConfigValue)
            .map(Tables.EXTERNAL_IDS, tp.nonnullInterfaceExternalIds().values(),
                InterfaceExternalIds::getExternalIdKey, InterfaceExternalIds::getExternalIdValue);
        return new RowContent(Tables.INTERFACE, name, columns.configured(), columns.defaults(), null, List.of());
    }

    private static Set<Long> trunks(final OvsdbTerminationPointAugmentation tp) {
        final Set<Long> trunks = new LinkedHashSet<>();
        for (final Trunks trunk : tp.nonnullTrunks()) {
            if (trunk.getTrunk() != null) {
                trunks.add(trunk.getTrunk().getValue().longValue());
            }
        }
        return trunks;
    }

    private static Long number(final Uint32 value) {
        return value == null ? null : value.longValue();
    }

    private static Long number(final Uint16 value) {
        return value == null ? null : value.longValue();
    }
}
