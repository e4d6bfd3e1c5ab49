// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.qos.rows;

import io.cloudmac.impl.qos.strategies.PortQos;

/**
 * The QoS row that a port refers to, in the configuration or in the switch.
 *
 * @param id its qos-id
 * @param qos the row and its queues
 */
public record ReferencedQos(String id, PortQos qos) {
    /** Returns true if CloudMAC created the row. */
    public boolean isOurs() {
        return id.startsWith(OvsdbPort.QOS_PREFIX);
    }
}
