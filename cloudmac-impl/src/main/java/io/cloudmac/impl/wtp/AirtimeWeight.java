// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.wtp;

import io.cloudmac.impl.wire.Mac;

/**
 * The weight of a VAP or of a station in the airtime scheduler.
 *
 * @param address the VAP's BSSID or the station's address
 * @param weight 16 to 4096
 */
public record AirtimeWeight(Mac address, int weight) implements AirtimeChange {
    /** The weight of an address without a weight of its own. */
    public static final int DEFAULT = 256;
}
