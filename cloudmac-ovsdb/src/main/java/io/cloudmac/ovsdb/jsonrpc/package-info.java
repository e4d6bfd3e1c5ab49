// SPDX-License-Identifier: Apache-2.0
/**
 * A client of the Open vSwitch Database Management Protocol (RFC 7047) over TCP or TLS. To which side
 * opened the connection it is indifferent.
 */
package io.cloudmac.ovsdb.jsonrpc;
