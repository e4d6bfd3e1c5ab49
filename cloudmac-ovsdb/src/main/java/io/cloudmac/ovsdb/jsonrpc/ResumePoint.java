// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.ovsdb.jsonrpc;

import io.cloudmac.ovsdb.db.Snapshot;

/**
 * A state of a switch from which monitoring can continue, so that a reconnect does not load all rows again.
 *
 * @param transaction the switch's identifier of the state
 * @param snapshot    contents of the switch in that state
 */
public record ResumePoint(String transaction, Snapshot snapshot) {
}
