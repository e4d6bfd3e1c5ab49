// SPDX-License-Identifier: Apache-2.0
/** Hands stations over to the WTP that hears them best, and empties WTPs that are to go. */
package io.cloudmac.impl.mobility;
