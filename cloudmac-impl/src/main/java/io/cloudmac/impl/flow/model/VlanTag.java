// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.flow.model;

/**
 * What a match says about the VLAN tag of frames.
 *
 * @param id the VLAN id; 0: any
 * @param present whether frames have a tag
 */
public record VlanTag(int id, boolean present) {
    /** Frames without a tag. */
    public static final VlanTag ABSENT = new VlanTag(0, false);
    /** Frames with any tag. */
    public static final VlanTag PRESENT = new VlanTag(0, true);

    /** The bit of OpenFlow 1.3 that tells that there is a tag. */
    static final int PRESENT_BIT = 0x1000;

    /** Returns frames with one VLAN id. */
    public static VlanTag of(final int id) {
        return new VlanTag(id, true);
    }

    /** Returns true if some frames match both. */
    public boolean overlaps(final VlanTag other) {
        return present == other.present && (id == other.id || present && (id == 0 || other.id == 0));
    }

    @Override
    public String toString() {
        if (present && id != 0) {
            return "dl_vlan=" + id;
        }
        return present ? "vlan_tci=0x1000/0x1000" : "vlan_tci=0x0000/0x1000";
    }
}
