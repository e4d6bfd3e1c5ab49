// SPDX-License-Identifier: Apache-2.0
/**
 * Keeps chains as configured. {@link io.cloudmac.impl.chain.program.ChainKeeper} gives the switches their rules step by
 * step, and {@link io.cloudmac.impl.chain.program.ChainGuard} refuses what cannot be a chain.
 */
package io.cloudmac.impl.chain.program;
