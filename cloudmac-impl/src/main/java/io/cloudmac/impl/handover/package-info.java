// SPDX-License-Identifier: Apache-2.0
/** Handovers of stations between WTPs, make before break, and the decision which leases are held and released. */
package io.cloudmac.impl.handover;
