// SPDX-License-Identifier: Apache-2.0
/**
 * The QoS policies of switch ports, and the queues that they give to CloudMAC frames.
 * {@link io.cloudmac.impl.qos.PolicyBook} finds the policy of a port. The parts below use each other in this order:
 * {@code strategies} computes the rows of a policy, {@code rows} reads and writes rows of switches, and
 * {@code reconcile} brings the rows of the switches in line with the policies.
 */
package io.cloudmac.impl.qos;
