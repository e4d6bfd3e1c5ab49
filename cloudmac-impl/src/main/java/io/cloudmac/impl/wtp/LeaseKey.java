// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.wtp;

/**
 * What an ACK lease is for.
 *
 * @param bssid the VAP's address, for which the radio acknowledges
 * @param radio the radio's number at its WTP
 */
public record LeaseKey(String bssid, int radio) {
    @Override
    public String toString() {
        return bssid + " on radio " + radio;
    }
}
