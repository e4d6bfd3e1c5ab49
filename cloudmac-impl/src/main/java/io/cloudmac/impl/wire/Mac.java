// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.wire;

import java.util.HexFormat;

/**
 * An EUI-48.
 *
 * @param value its 48 bits, first octet highest
 */
public record Mac(long value) implements Comparable<Mac> {
    /** Octets of an address. */
    public static final int LENGTH = 6;
    public static final Mac BROADCAST = new Mac(0xffff_ffff_ffffL);
    public static final Mac NULL = new Mac(0);

    private static final long ALL = 0xffff_ffff_ffffL;

    public Mac {
        if ((value & ~ALL) != 0) {
            throw new IllegalArgumentException("more than 48 bits: " + Long.toHexString(value));
        }
    }

    /**
     * The address at an offset of a buffer.
     *
     * @throws IndexOutOfBoundsException where fewer than six octets are there
     */
    public static Mac of(final byte[] octets, final int offset) {
        long value = 0;
        for (int i = 0; i < LENGTH; i++) {
            value = value << 8 | octets[offset + i] & 0xff;
        }
        return new Mac(value);
    }

    /**
     * Reads six octets in hexadecimal, separated by colons, in either case.
     *
     * @throws IllegalArgumentException where it is anything else
     */
    public static Mac parse(final String text) {
        final byte[] octets = HexFormat.ofDelimiter(":").parseHex(text);
        if (octets.length != LENGTH) {
            throw new IllegalArgumentException("not an EUI-48: " + text);
        }
        return of(octets, 0);
    }

    public boolean isGroup() {
        return (value >> 40 & 1) != 0;
    }

    public boolean isNull() {
        return value == 0;
    }

    /** The last two octets: of a BSSID, its VAP id. */
    public int lastTwoOctets() {
        return (int) (value & 0xffff);
    }

    /** Writes the six octets. */
    public void put(final byte[] octets, final int offset) {
        for (int i = 0; i < LENGTH; i++) {
            octets[offset + i] = (byte) (value >> 8 * (LENGTH - 1 - i));
        }
    }

    @Override
    public int compareTo(final Mac other) {
        return Long.compare(value, other.value);
    }

    /** Lower case with colons, as the models have it. */
    @Override
    public String toString() {
        final byte[] octets = new byte[LENGTH];
        put(octets, 0);
        return HexFormat.ofDelimiter(":").formatHex(octets);
    }
}
