// SPDX-License-Identifier: Apache-2.0
/**
 * Keeps images and LVNFs at packet nodes as configured. {@link io.cloudmac.impl.nfv.NodePlan} decides, as a pure
 * function, what a node is asked; {@link io.cloudmac.impl.nfv.NodeKeeper} asks it, one request after the other.
 */
package io.cloudmac.impl.nfv;
