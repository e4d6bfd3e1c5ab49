// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.qos;

/**
 * The QoS row that a port refers to, in the configuration or in the switch.
 *
 * @param id its qos-id
 * @param qos the row and its queues
 */
record ReferencedQos(String id, PortQos qos) {
    /** Returns true if CloudMAC created the row. */
    boolean isOurs() {
        return id.startsWith(OvsdbPort.QOS_PREFIX);
    }
}
