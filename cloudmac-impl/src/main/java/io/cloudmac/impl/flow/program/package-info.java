// SPDX-License-Identifier: Apache-2.0
/**
 * Sends rules to the switches. {@link io.cloudmac.impl.flow.program.ProgrammedFlows} sends what the plan changes, waits
 * for the confirmations, reads the rules back and repairs them.
 */
package io.cloudmac.impl.flow.program;
