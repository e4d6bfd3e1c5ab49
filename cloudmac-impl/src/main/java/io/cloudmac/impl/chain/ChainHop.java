// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.chain;

/**
 * An LVNF of a chain.
 *
 * @param lvnf its name at the tenant
 * @param in number of the port where frames enter it
 * @param out number of the port where frames leave it
 */
public record ChainHop(String lvnf, int in, int out) {
    /** Returns the hop of the way back. */
    ChainHop reversed() {
        return new ChainHop(lvnf, out, in);
    }
}
