// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.ovsdb.southbound;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.opendaylight.yang.gen.v1.urn.cloudmac.ovsdb.rev261121.QosTypeLinuxCake;
import org.opendaylight.yang.gen.v1.urn.cloudmac.ovsdb.rev261121.QosTypeLinuxNetem;
import org.opendaylight.yang.gen.v1.urn.cloudmac.ovsdb.rev261121.QosTypeLinuxNoop;
import org.opendaylight.yang.gen.v1.urn.cloudmac.ovsdb.rev261121.QosTypeTrtcmPolicer;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.QosTypeBase;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.QosTypeEgressPolicer;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.QosTypeLinuxCodel;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.QosTypeLinuxFqCodel;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.QosTypeLinuxHfsc;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.QosTypeLinuxHtb;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.QosTypeLinuxSfq;

/**
 * Between the identities of QoS types and the strings of the switch. The string is the identity's name
 * without {@code qos-type-}, so that identities which others add work without being known here.
 */
final class QosTypes {
    private static final String PREFIX = "qos-type-";
    /** The one name of upstream's that does not follow the rule: an identity has a dash here. */
    private static final String FQ_CODEL = "linux-fq_codel";

    private static final Map<String, QosTypeBase> KNOWN = new HashMap<>();

    static {
        List.of(QosTypeLinuxHtb.VALUE, QosTypeLinuxHfsc.VALUE, QosTypeLinuxSfq.VALUE, QosTypeLinuxCodel.VALUE,
            QosTypeLinuxFqCodel.VALUE, QosTypeEgressPolicer.VALUE, QosTypeLinuxNoop.VALUE,
            QosTypeLinuxNetem.VALUE, QosTypeLinuxCake.VALUE, QosTypeTrtcmPolicer.VALUE)
            .forEach(type -> KNOWN.put(name(type), type));
    }

    private QosTypes() {
    }

    /**
     * The switch's string for an identity.
     *
     * @throws IllegalArgumentException if its class is not one that the binding generator made
     */
    static String name(final QosTypeBase type) {
        if (type.implementedInterface().equals(QosTypeLinuxFqCodel.class)) {
            return FQ_CODEL;
        }
        return IdentityNames.of(type.implementedInterface(), PREFIX);
    }

    /**
     * The identity for a string of the switch, if there is one.
     *
     * @param configured the identity that is configured for this entry, which may be one that is not
     *     known here; may be null
     */
    static Optional<QosTypeBase> identity(final String name, final QosTypeBase configured) {
        if (configured != null && name(configured).equals(name)) {
            return Optional.of(configured);
        }
        return Optional.ofNullable(KNOWN.get(name));
    }
}
