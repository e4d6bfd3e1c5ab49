// SPDX-License-Identifier: Apache-2.0
/**
 * QoS policies, applied as QoS and Queue rows of the switches. The desired rows of a port are a pure function of its
 * policy. The actual rows are read back from topology {@code ovsdb:1}, the interface to the OVSDB southbound. The
 * reconciler writes the difference and publishes the state of each port.
 *
 * <p>{@link io.cloudmac.impl.qos.PolicyBook} finds the policy of a port. {@link io.cloudmac.impl.qos.Strategies}
 * computes its rows. {@link io.cloudmac.impl.qos.PortDecision} chooses the next step.
 * {@link io.cloudmac.impl.qos.RowWriter} writes the rows with {@link io.cloudmac.impl.qos.RowCodec}. The southbound's
 * {@code Planner} turns them into a transaction.
 */
package io.cloudmac.impl.qos;
