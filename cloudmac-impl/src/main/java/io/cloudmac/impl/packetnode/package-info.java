// SPDX-License-Identifier: Apache-2.0
/**
 * Runs the sessions with the packet nodes, whose daemon is {@code cloudmac-cpp}. Each configured node has one session.
 * This package knows no method of LVNFs and images: others call them through
 * {@link io.cloudmac.impl.packetnode.PacketNodeControl}.
 */
package io.cloudmac.impl.packetnode;
