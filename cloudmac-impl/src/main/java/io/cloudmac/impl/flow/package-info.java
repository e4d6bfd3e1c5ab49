// SPDX-License-Identifier: Apache-2.0
/**
 * The flow rules of all switches, as other domains see them: {@link io.cloudmac.impl.flow.FlowProgram} keeps them, and
 * {@link io.cloudmac.impl.flow.FlowStatus} is the state of one.
 */
package io.cloudmac.impl.flow;
