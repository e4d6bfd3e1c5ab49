// SPDX-License-Identifier: Apache-2.0
/**
 * Implements the Open vSwitch Database Management Protocol (RFC 7047) over TCP or TLS. Either side can open
 * the connection.
 */
package io.cloudmac.ovsdb.jsonrpc;
