// SPDX-License-Identifier: Apache-2.0
/**
 * Chains of network functions: which frames pass which LVNFs in which order, and the flow rules of this. Pure.
 * {@link io.cloudmac.impl.chain.ChainPlanner} finds the ways of frames, {@link io.cloudmac.impl.chain.ChainRules} makes
 * their rules, and {@link io.cloudmac.impl.chain.ChainStage} tells the order in which switches get them.
 */
package io.cloudmac.impl.chain;
