// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.ovsdb.jsonrpc;

import io.cloudmac.ovsdb.db.Snapshot;

/**
 * A state of a switch from which monitoring can go on, so that a reconnect does not load everything.
 *
 * @param transaction the switch's identifier of the state
 * @param snapshot    what it had then
 */
public record ResumePoint(String transaction, Snapshot snapshot) {
}
