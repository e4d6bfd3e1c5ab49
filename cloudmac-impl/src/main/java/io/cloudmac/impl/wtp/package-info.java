// SPDX-License-Identifier: Apache-2.0
/**
 * Sessions with the WTP agents: JSON-RPC 2.0, one object per line, over TLS 1.3 with certificates on
 * both sides. One session per announced WTP; it keeps the ACK leases alive that the rest of the
 * application wants, and hands on signal reports.
 *
 * <p>MAC addresses are lower-case strings with colons throughout this package, as on the wire.
 * Everything of a session runs in one Netty event loop, so its state needs no locks.
 */
package io.cloudmac.impl.wtp;
