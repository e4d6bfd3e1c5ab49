// SPDX-License-Identifier: Apache-2.0
/**
 * Alarms, in the terms of RFC 8632. Whoever owns a fact raises and clears; raising an alarm again changes nothing. This
 * package keeps the alarms, publishes them, and tells who listens.
 */
package io.cloudmac.impl.alarms;
