// SPDX-License-Identifier: Apache-2.0
/**
 * The log of steering decisions, with their triggers and results. This package decides nothing: it records.
 *
 * <p>{@link io.cloudmac.impl.mobility.Judge} decides handovers by signal, and {@link io.cloudmac.impl.mobility.Drain}
 * for a WTP that is drained. {@link io.cloudmac.impl.firstcontact.FirstContacts} binds a station at its first frame. An
 * operator decides through {@link io.cloudmac.impl.northbound.BindingRpcs}. Package {@code handover} carries handovers
 * out.
 */
package io.cloudmac.impl.steering;
