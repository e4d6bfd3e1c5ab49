// SPDX-License-Identifier: Apache-2.0
/** Hands stations over to the WTP with the best signal, and drains WTPs. */
package io.cloudmac.impl.mobility;
