// SPDX-License-Identifier: Apache-2.0
/**
 * What a rule is: matches, actions, meters, priorities, and a rule as a switch reports it. Pure.
 */
package io.cloudmac.impl.flow.model;
