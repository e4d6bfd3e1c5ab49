// SPDX-License-Identifier: Apache-2.0
/**
 * Runs the sessions with the WTP agents, over connections of package {@code session}. Each announced WTP has one
 * session. It renews the ACK leases of the application and passes signal reports on.
 *
 * <p>MAC addresses from an agent are lower-case strings with colons, as on the wire. A session runs in one Netty event
 * loop, so its state needs no locks.
 */
package io.cloudmac.impl.wtp;
