// SPDX-License-Identifier: Apache-2.0
/** Installs airtime weights and queue settings at WTPs, and reads the stations' shares of the air. */
package io.cloudmac.impl.airtime;
