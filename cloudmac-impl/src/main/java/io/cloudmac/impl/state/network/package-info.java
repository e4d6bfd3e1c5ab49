// SPDX-License-Identifier: Apache-2.0
/**
 * The parts of {@code cloudmac-state} that combine several domains: VAPs, stations, virtual stations. Also the flow
 * rules and the counters.
 */
package io.cloudmac.impl.state.network;
