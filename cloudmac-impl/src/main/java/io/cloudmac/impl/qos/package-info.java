// SPDX-License-Identifier: Apache-2.0
/**
 * Queueing policies made into QoS and Queue rows of the switches. What a port shall have is computed purely
 * from the policy; what it has is read back from topology {@code ovsdb:1}, which is the contract with the
 * OVSDB southbound; the difference is written, and the state of each port shown.
 */
package io.cloudmac.impl.qos;
