// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.ovsdb.southbound;

import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.DatapathTypeBase;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.DatapathTypeNetdev;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.DatapathTypeSystem;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.InterfaceTypeBase;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.InterfaceTypeDpdk;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.InterfaceTypeDpdkr;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.InterfaceTypeDpdkvhost;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.InterfaceTypeDpdkvhostuser;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.InterfaceTypeDpdkvhostuserclient;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.InterfaceTypeGeneve;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.InterfaceTypeGre;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.InterfaceTypeGre64;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.InterfaceTypeInternal;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.InterfaceTypeIpsecGre;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.InterfaceTypeIpsecGre64;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.InterfaceTypeLisp;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.InterfaceTypePatch;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.InterfaceTypeStt;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.InterfaceTypeSystem;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.InterfaceTypeTap;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.InterfaceTypeVxlan;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.InterfaceTypeVxlanGpe;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.OvsdbBridgeProtocolBase;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.OvsdbBridgeProtocolOpenflow10;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.OvsdbBridgeProtocolOpenflow11;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.OvsdbBridgeProtocolOpenflow12;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.OvsdbBridgeProtocolOpenflow13;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.OvsdbBridgeProtocolOpenflow14;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.OvsdbBridgeProtocolOpenflow15;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.OvsdbFailModeBase;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.OvsdbFailModeSecure;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.OvsdbFailModeStandalone;

/** Maps the switch's strings to identities of the ovsdb model. Other strings have no identity. */
final class Identities {
    static final Map<String, DatapathTypeBase> DATAPATH_TYPES = Map.of(
        // The switch encodes its default as the empty string.
        "", DatapathTypeSystem.VALUE,
        "system", DatapathTypeSystem.VALUE,
        "netdev", DatapathTypeNetdev.VALUE);

    static final Map<String, OvsdbFailModeBase> FAIL_MODES = Map.of(
        "secure", OvsdbFailModeSecure.VALUE,
        "standalone", OvsdbFailModeStandalone.VALUE);

    static final Map<String, OvsdbBridgeProtocolBase> PROTOCOLS = Map.of(
        "OpenFlow10", OvsdbBridgeProtocolOpenflow10.VALUE,
        "OpenFlow11", OvsdbBridgeProtocolOpenflow11.VALUE,
        "OpenFlow12", OvsdbBridgeProtocolOpenflow12.VALUE,
        "OpenFlow13", OvsdbBridgeProtocolOpenflow13.VALUE,
        "OpenFlow14", OvsdbBridgeProtocolOpenflow14.VALUE,
        "OpenFlow15", OvsdbBridgeProtocolOpenflow15.VALUE);

    static final Map<String, InterfaceTypeBase> INTERFACE_TYPES = Map.ofEntries(
        Map.entry("", InterfaceTypeSystem.VALUE),
        Map.entry("system", InterfaceTypeSystem.VALUE),
        Map.entry("internal", InterfaceTypeInternal.VALUE),
        Map.entry("vxlan", InterfaceTypeVxlan.VALUE),
        Map.entry("vxlan-gpe", InterfaceTypeVxlanGpe.VALUE),
        Map.entry("patch", InterfaceTypePatch.VALUE),
        Map.entry("tap", InterfaceTypeTap.VALUE),
        Map.entry("geneve", InterfaceTypeGeneve.VALUE),
        Map.entry("gre", InterfaceTypeGre.VALUE),
        Map.entry("ipsec_gre", InterfaceTypeIpsecGre.VALUE),
        Map.entry("gre64", InterfaceTypeGre64.VALUE),
        Map.entry("ipsec_gre64", InterfaceTypeIpsecGre64.VALUE),
        Map.entry("lisp", InterfaceTypeLisp.VALUE),
        Map.entry("stt", InterfaceTypeStt.VALUE),
        Map.entry("dpdk", InterfaceTypeDpdk.VALUE),
        Map.entry("dpdkr", InterfaceTypeDpdkr.VALUE),
        Map.entry("dpdkvhost", InterfaceTypeDpdkvhost.VALUE),
        Map.entry("dpdkvhostuser", InterfaceTypeDpdkvhostuser.VALUE),
        Map.entry("dpdkvhostuserclient", InterfaceTypeDpdkvhostuserclient.VALUE));

    private Identities() {
    }

    /** Returns the switch's string for an interface type, including types unknown here. */
    static String interfaceType(final InterfaceTypeBase type) {
        return string(INTERFACE_TYPES, type).orElseGet(
            () -> IdentityNames.of(type.implementedInterface(), "interface-type-"));
    }

    /** Returns the switch's string for a datapath type. */
    static String datapathType(final DatapathTypeBase type) {
        return type == DatapathTypeSystem.VALUE ? "system"
            : string(DATAPATH_TYPES, type).orElseGet(
                () -> IdentityNames.of(type.implementedInterface(), "datapath-type-"));
    }

    /** Returns the switch's string for a fail mode. */
    static String failMode(final OvsdbFailModeBase mode) {
        return string(FAIL_MODES, mode).orElseGet(
            () -> IdentityNames.of(mode.implementedInterface(), "ovsdb-fail-mode-"));
    }

    /** Returns the switch's string for an OpenFlow version. */
    static String protocol(final OvsdbBridgeProtocolBase protocol) {
        return string(PROTOCOLS, protocol).orElseGet(
            () -> IdentityNames.of(protocol.implementedInterface(), "ovsdb-bridge-protocol-"));
    }

    /** Returns the shortest string with this identity. */
    private static <T> Optional<String> string(final Map<String, T> strings, final T identity) {
        return strings.entrySet().stream().filter(entry -> entry.getValue().equals(identity))
            .map(Map.Entry::getKey).min(Comparator.comparing(String::length));
    }
}
