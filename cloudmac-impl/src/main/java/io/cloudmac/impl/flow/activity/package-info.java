// SPDX-License-Identifier: Apache-2.0
/**
 * The activity of VAPs and stations, by the packet counters of their rules.
 */
package io.cloudmac.impl.flow.activity;
