// SPDX-License-Identifier: Apache-2.0
/**
 * Publishes {@code cloudmac-state}. {@link io.cloudmac.impl.state.StatePublisher} knows no domain: each one adds its
 * part, a {@link io.cloudmac.impl.state.StatePart}.
 */
package io.cloudmac.impl.state;

