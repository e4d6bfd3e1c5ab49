// SPDX-License-Identifier: Apache-2.0
/** The shares of stations in the air: weights and settings at the WTPs, and what the WTPs report. */
package io.cloudmac.impl.airtime;
