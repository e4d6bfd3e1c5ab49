// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.qos.reconcile;

import io.cloudmac.impl.qos.strategies.PortQos;
import java.util.Optional;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.QosType;

/**
 * The QoS state of a port.
 *
 * @param port node-connector id
 * @param name interface name; empty if unknown
 * @param policy the name of the policy
 * @param wanted the strategy of the policy
 * @param progress the progress of its application
 * @param text why the port failed or what it waits for; empty if it is active
 * @param actual the row that the switch has
 */
record PortState(String port, String name, String policy, QosType wanted, Progress progress, String text,
        Optional<PortQos> actual) {
    /** The progress of applying a policy to a port. */
    enum Progress {
        /** Not yet confirmed by the switch. */
        PENDING,
        /** Read back as desired. */
        ACTIVE,
        /** Refused by the switch, or not applicable to the port. */
        FAILED
    }
}
