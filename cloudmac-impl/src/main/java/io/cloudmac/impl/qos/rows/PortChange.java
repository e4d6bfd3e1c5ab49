// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.qos.rows;

import io.cloudmac.impl.qos.strategies.PortQos;
import java.util.Optional;

/**
 * A change of the configured rows of one port.
 *
 * @param port the place of the port
 * @param portId the id of the port
 * @param rows the rows to configure; empty removes CloudMAC's rows
 */
public record PortChange(OvsdbPort port, String portId, Optional<PortQos> rows) {
}
