// SPDX-License-Identifier: Apache-2.0
/**
 * The strategies of QoS policies: the rows and queues that a policy gives to a port, and whether it is valid. Pure.
 * {@link io.cloudmac.impl.qos.strategies.Strategies} finds the strategy of a policy.
 */
package io.cloudmac.impl.qos.strategies;
