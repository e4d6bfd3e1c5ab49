// SPDX-License-Identifier: Apache-2.0
/**
 * The flow rules of all switches. {@link io.cloudmac.impl.flow.RulePlanner} computes those that a change concerns.
 * {@link io.cloudmac.impl.flow.ProgrammedFlows} sends them to the switches, reads them back and repairs them. The
 * package also derives the activity of VAPs and stations from the packet counters of the rules.
 */
package io.cloudmac.impl.flow;
