// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.flow.model;

import io.cloudmac.impl.wire.Mac;
import io.cloudmac.impl.wire.RadioTag;

/**
 * A MAC address with a mask, for a match.
 *
 * @param value the address, with zeros where the mask has zeros
 * @param mask the bits that must match
 */
public record MaskedMac(Mac value, Mac mask) {
    /** Matches any group address. */
    public static final MaskedMac GROUP = new MaskedMac(new Mac(0x0100_0000_0000L), new Mac(0x0100_0000_0000L));

    /** Matches any address that is no group address. */
    public static final MaskedMac UNICAST = new MaskedMac(new Mac(0), new Mac(0x0100_0000_0000L));

    private static final long OCTET0 = 0xff00_0000_0000L;
    private static final long PRIORITY = 0x00e0_0000L;
    private static final long KIND = 0x000f_0000L;
    private static final long VAP = 0xffffL;
    private static final int PRIORITY_SHIFT = 21;
    private static final int KIND_SHIFT = 16;

    public MaskedMac {
        value = new Mac(value.value() & mask.value());
    }

    /** Returns a match for one address. */
    public static MaskedMac exactly(final Mac address) {
        return new MaskedMac(address, Mac.BROADCAST);
    }

    /** Returns a match for all radio tags of a VAP, of any kind. */
    public static MaskedMac tagOf(final int vap) {
        return new MaskedMac(new RadioTag(0, 0, 0, 0, vap).toMac(), new Mac(OCTET0 | VAP));
    }

    /** Returns a match for all radio tags. */
    public static MaskedMac anyTag() {
        return new MaskedMac(new RadioTag(0, 0, 0, 0, 0).toMac(), new Mac(OCTET0));
    }

    /** Restricts the match to radio tags of frames, without TX status and neighbours. */
    public MaskedMac frames() {
        return ofKind(RadioTag.KIND_FRAME);
    }

    /** Restricts the match to radio tags of neighbours' beacons and survey reports. */
    public MaskedMac neighbours() {
        return ofKind(RadioTag.KIND_NEIGHBOUR);
    }

    /** Restricts the match to radio tags of messages of virtual stations and to them. */
    public MaskedMac messages() {
        return ofKind(RadioTag.KIND_VSTA);
    }

    /** Restricts the match to radio tags of a kind. */
    public MaskedMac ofKind(final int kind) {
        return new MaskedMac(new Mac(value.value() & ~KIND | (long) kind << KIND_SHIFT), new Mac(mask.value() | KIND));
    }

    /** Restricts the match to radio tags with a user priority. */
    public MaskedMac priority(final int priority) {
        return new MaskedMac(new Mac(value.value() & ~PRIORITY | (long) priority << PRIORITY_SHIFT),
            new Mac(mask.value() | PRIORITY));
    }

    /** Returns true if an address matches. */
    public boolean matches(final Mac address) {
        return (address.value() & mask.value()) == value.value();
    }

    /** Returns true if some addresses match both. */
    public boolean overlaps(final MaskedMac other) {
        return ((value.value() ^ other.value.value()) & mask.value() & other.mask.value()) == 0;
    }

    /** Returns true if all bits must match. */
    public boolean isExact() {
        return mask.equals(Mac.BROADCAST);
    }

    @Override
    public String toString() {
        return isExact() ? value.toString() : value + "/" + mask;
    }
}
