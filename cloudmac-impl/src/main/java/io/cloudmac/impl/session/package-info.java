// SPDX-License-Identifier: Apache-2.0
/**
 * Connections to peers that are TLS servers: JSON-RPC 2.0, one object per line, over TLS 1.3 with certificates on both
 * sides. {@code PeerConnection} keeps one connection. {@code PeerSessions} keeps a session with each
 * configured peer of a kind. Packages {@code wtp}, {@code vaphost} and {@code packetnode} call the methods of their
 * peers.
 *
 * <p>MAC addresses from a peer are lower-case strings with colons. A connection runs in one Netty event loop, so its
 * state needs no locks.
 */
package io.cloudmac.impl.session;
