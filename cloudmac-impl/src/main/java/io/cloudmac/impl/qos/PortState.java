// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.qos;

import java.util.Optional;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.QosType;

/**
 * How far a port's QoS has come.
 *
 * @param port node-connector id
 * @param name interface name; empty if not known
 * @param policy the policy's name; empty: none any more
 * @param wanted the strategy that is wanted
 * @param progress how far it is
 * @param text why it failed, or what is awaited; empty if active
 * @param actual what the switch has
 */
record PortState(String port, String name, String policy, QosType wanted, Progress progress, String text,
        Optional<PortQos> actual) {
    /** How far. */
    enum Progress {
        /** Not yet confirmed by the switch. */
        PENDING,
        /** Read back as wanted. */
        ACTIVE,
        /** Refused by the switch, or impossible. */
        FAILED
    }
}
