// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.chain;

/** A range of VLAN ids, both ends included; empty if the last one is less than the first. */
public record VlanRange(int first, int last) {
    /** Returns the number of ids. */
    int size() {
        return Math.max(0, last - first + 1);
    }

    public boolean contains(final int vlan) {
        return first <= vlan && vlan <= last;
    }
}
