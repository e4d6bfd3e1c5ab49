// SPDX-License-Identifier: Apache-2.0
/**
 * QoS policies, applied as QoS and Queue rows of the switches. The desired rows of a port are a pure function of its
 * policy. The actual rows are read back from topology {@code ovsdb:1}, the interface to the OVSDB southbound. The
 * reconciler writes the difference and publishes the state of each port.
 */
package io.cloudmac.impl.qos;
