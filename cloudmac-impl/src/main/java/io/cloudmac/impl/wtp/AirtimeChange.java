// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.wtp;

/** A change of how a WTP shares the air, at all its radios: {@link AirtimeSettings} or {@link AirtimeWeight}. */
public sealed interface AirtimeChange permits AirtimeSettings, AirtimeWeight {
}
