// SPDX-License-Identifier: Apache-2.0
/**
 * Which rules the network needs. {@link io.cloudmac.impl.flow.plan.RulePlanner} computes those that a change concerns,
 * from the parts that each key contributes. Pure, except {@link io.cloudmac.impl.flow.plan.InputReader}.
 */
package io.cloudmac.impl.flow.plan;
