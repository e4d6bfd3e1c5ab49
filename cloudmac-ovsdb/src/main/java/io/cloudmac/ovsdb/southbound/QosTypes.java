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
 * Maps between identities of QoS types and the switch's strings. The string is the identity's name without
 * {@code qos-type-}, so that identities of other models work too.
 */
final class QosTypes {
    private static final String PREFIX = "qos-type-";
    /** The only string that does not follow the rule: the identity has a dash here. */
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
     * Returns the switch's string for an identity.
     *
     * @throws IllegalArgumentException if the binding generator did not make the class
     */
    static String name(final QosTypeBase type) {
        if (type.implementedInterface().equals(QosTypeLinuxFqCodel.class)) {
            return FQ_CODEL;
        }
        return IdentityNames.of(type.implementedInterface(), PREFIX);
    }

    /**
     * Returns the identity for a switch's string, if there is one.
     *
     * @param configured the identity configured for this entry, possibly of another model; may be null
     */
    static Optional<QosTypeBase> identity(final String name, final QosTypeBase configured) {
        if (configured != null && name(configured).equals(name)) {
            return Optional.of(configured);
        }
        return Optional.ofNullable(KNOWN.get(name));
    }
}
