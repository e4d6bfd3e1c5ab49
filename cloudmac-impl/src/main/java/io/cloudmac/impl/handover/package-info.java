// SPDX-License-Identifier: Apache-2.0
/**
 * Handovers of stations between WTPs, make before break. This package decides none: it carries them out.
 *
 * <p>{@link io.cloudmac.impl.mobility.Judge} decides them by signal, {@link io.cloudmac.impl.mobility.Drain} for a WTP
 * that is drained, and an operator through {@link io.cloudmac.impl.northbound.BindingRpcs}. All of them call
 * {@link io.cloudmac.impl.handover.Handover}, which {@link io.cloudmac.impl.handover.MakeBeforeBreak} implements.
 */
package io.cloudmac.impl.handover;
